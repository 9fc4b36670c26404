import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { onceClosed } from "./concurrency.ts";

/**
 * Requests that one connection may send before the first of them is answered. Browsers and proxies send the next one
 * after the answer; a stream of events is never answered to its end, and what is asked for behind it would be made and
 * kept for nobody.
 */
const PIPELINED_MAX = 16;

/** Makes what counts the requests under way on each connection: true for one too many, whose connection is cut. */
export function cutPipelining(): (socket: Socket, response: ServerResponse) => boolean {
  const underWay = new WeakMap<Socket, number>();
  return (socket, response) => {
    const open = underWay.get(socket) ?? 0;
    if (open >= PIPELINED_MAX) {
      socket.destroy();
      return true;
    }
    underWay.set(socket, open + 1);
    onceClosed(response, () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    return false;
  };
}
