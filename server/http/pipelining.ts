import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { onceClosed } from "./concurrency.ts";

/**
 * Requests that one connection may have in flight. Browsers and proxies wait for each response before they send the next
 * request. An event stream never ends, so the responses to requests pipelined behind it would only fill the memory.
 */
const PIPELINED_MAX = 16;

/** Counts the requests in flight on each connection. The function returned is true for one too many, and closes its connection. */
export function limitPipelining(): (socket: Socket, response: ServerResponse) => boolean {
  const inFlight = new WeakMap<Socket, number>();
  return (socket, response) => {
    const count = inFlight.get(socket) ?? 0;
    if (count >= PIPELINED_MAX) {
      socket.destroy();
      return true;
    }
    inFlight.set(socket, count + 1);
    onceClosed(response, () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
    return false;
  };
}
