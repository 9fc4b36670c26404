import { connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy in front of the server that can be cut, to simulate a restart or a broken network. */
export interface TcpProxy {
  url: string;
  open(): Promise<void>;
  /** Cuts all connections, and doesn't accept new ones. */
  close(): Promise<void>;
}

export async function openTcpProxy(to: URL): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  const open = () =>
    new Promise<void>((resolve) => {
      server = createServer((from) => {
        const onward = connect({ host: "127.0.0.1", port: Number(to.port) });
        for (const [one, other] of [
          [from, onward],
          [onward, from],
        ] as const) {
          sockets.add(one.on("error", () => other.destroy()).on("close", () => other.destroy()));
          one.pipe(other);
        }
      }).listen(port, "127.0.0.1", () => {
        const address = server?.address();
        port = typeof address === "object" && address ? address.port : port;
        resolve();
      });
    });
  await open();
  return {
    url: `http://localhost:${port}`,
    open,
    close: () =>
      new Promise((resolve) => {
        server?.close(() => resolve());
        for (const socket of sockets) socket.destroy();
        sockets.clear();
        if (!server?.listening) resolve();
      }),
  };
}
