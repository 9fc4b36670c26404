import type { Server, Socket } from "node:net";

/** A connection this old, in milliseconds, was opened in advance; on a younger one the first request may be on its way. */
const UNUSED_MS = 1000;

/**
 * Remembers the connections of a server. Browsers open some in advance; Node counts them neither as idle nor as finished, and at a
 * close would wait for each until its headers time out.
 * @returns closes those that have had no request
 */
export function trackUnusedConnections(server: Server): () => void {
  /** When each was opened. */
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
