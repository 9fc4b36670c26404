import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to the server that can be cut, as by a restart of it or a broken network. */
export interface Way {
  url: string;
  open(): Promise<void>;
  /** Cuts what goes through it, and lets nothing more in. */
  close(): Promise<void>;
}

export async function openWay(to: URL): Promise<Way> {
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
