import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy to a database. It can reject connections, accept them silently, or freeze the open ones. */
export interface TcpProxy {
  /** The database's URL through the proxy. */
  url: string;
  cut(to: "open" | "refusing" | "silent" | "frozen"): void;
  close(): void;
}

export async function openTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  let state: Parameters<TcpProxy["cut"]>[0] = "open";
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    sockets.add(from.on("error", () => {}));
    if (state === "refusing") return from.destroy();
    if (state !== "open") return;
    const to = connect(target);
    sockets.add(to.on("error", () => from.destroy()).on("close", () => from.destroy()));
    from.on("close", () => to.destroy());
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut: TcpProxy["cut"] = (to) => {
    state = to;
    if (to === "frozen") for (const socket of sockets) socket.pause();
    else destroyAll();
  };
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: url.href,
    cut,
    close() {
      cut("refusing");
      server.close();
    },
  };
}
