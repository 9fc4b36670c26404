import type { Server, Socket } from "node:net";

/**
 * A connection this old, in milliseconds, was opened in advance; on a younger one the first request may be on its way.
 */
const UNUSED_MS = 1000;

/**
 * Tracks the connections of a server. Browsers open some in advance. Node counts those neither as idle nor as finished,
 * and when the server closes, it would wait for each until its headers time out.
 * @returns a function that closes those without a request
 */
export function trackUnusedConnections(server: Server): () => void {
  /** The time when each was opened. */
  const sockets = new Map<Socket, number>();
  server.on("connection", (socket: Socket) => {
    sockets.set(socket, performance.now());
    socket.once("close", () => sockets.delete(socket));
  });
  return () => {
    for (const [socket, openedAt] of sockets) {
      const closeUnused = () => socket.bytesRead === 0 && socket.destroy();
      setTimeout(closeUnused, Math.max(0, openedAt + UNUSED_MS - performance.now()));
    }
  };
}
