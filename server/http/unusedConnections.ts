import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** A connection this old, in milliseconds, was opened in advance; on a younger one the first request may be on its way. */
const UNUSED_MS = 1000;

/**
 * Closes connections without a request when the app closes. Browsers open them in advance; Node counts them neither as
 * idle nor as finished, and would wait for each until its headers time out.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  /** When each was opened. */
  const sockets = new Map<Socket, number>();
  app.server.on("connection", (socket: Socket) => {
    sockets.set(socket, performance.now());
    socket.once("close", () => sockets.delete(socket));
  });
  app.addHook("preClose", async () => {
    for (const [socket, openedAt] of sockets) {
      const closeUnused = () => socket.bytesRead === 0 && socket.destroy();
      setTimeout(closeUnused, Math.max(0, openedAt + UNUSED_MS - performance.now()));
    }
  });
}
