import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { onceClosed } from "./concurrency.ts";

/**
 * The most requests that may wait on one connection behind an unfinished response. Browsers and proxies wait for each
 * response before they send the next request. An event stream never ends, so the responses to requests pipelined behind
 * it would only fill the memory.
 */
const WAITING_MAX = 15;

/**
 * Counts the requests that wait on each connection. The returned function returns true for a request beyond the limit,
 * and closes its connection. A response that has the connection from the start, as almost all do, is not counted: a
 * listener for each costs more than reading it from the cache.
 */
export function limitPipelining(): (socket: Socket, response: ServerResponse) => boolean {
  const waiting = new WeakMap<Socket, number>();
  return (socket, response) => {
    if (response.socket !== null) return false;
    const count = waiting.get(socket) ?? 0;
    if (count >= WAITING_MAX) {
      socket.destroy();
      return true;
    }
    waiting.set(socket, count + 1);
    onceClosed(response, () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return false;
  };
}
