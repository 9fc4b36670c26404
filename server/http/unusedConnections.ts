import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Closes connections without a request when the app closes. Browsers open them in advance; Node counts them neither as
 * idle nor as finished, and would wait for each until its headers time out.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  app.addHook("preClose", async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
