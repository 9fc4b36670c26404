import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The results of honest requests. */
export interface Honest {
  answered: number;
  /** Responses other than 200, and broken connections. */
  failed: string[];
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/**
 * Requests pages and lists at a moderate rate, over separate connections.
 * @param clients each sends the next request 25 ms after a response
 */
export async function sendHonestRequests(
  port: number,
  { paths, clients, ms }: { paths: readonly string[]; clients: number; ms: number },
): Promise<Honest> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const [times, failed]: [number[], string[]] = [[], []];
  const until = performance.now() + ms;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let count = client; performance.now() < until; count++) {
        const path = paths[count % paths.length] ?? "/";
        const began = performance.now();
        const outcome = await get(port, path, agent).catch((error: Error) => error.message);
        if (outcome === 200) times.push(performance.now() - began);
        else failed.push(`${path}: ${outcome}`);
        await sleep(25);
      }
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { answered: times.length, failed, p50: quantile(0.5), p99: quantile(0.99) };
}

function get(port: number, path: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", path, agent }, (answer: IncomingMessage) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", reject).end();
  });
}

const POST = (path: string, length: number | string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** The first data that a slow connection sends, and the data that it adds each second. */
const slownesses: (readonly [begin: string, each: string])[] = [
  ["", ""],
  ["GET / HTTP/1.1\r\nHost: localhost\r\n", "X-Slow: 1\r\n"],
  [POST("/api/auth/sign-in/email", 60_000), "x"],
  // Sends nearly all of the largest body, on a route outside of the contract.
  [POST("/api/stripe/webhook", 64_000) + "x".repeat(63_000), ""],
  // Sends requests continuously and never reads.
  ["GET /surveysPages HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(5), ""],
];

/** The data that is sent immediately, and again as soon as the server has closed the connection. */
const floods: string[] = [
  `GET / HTTP/1.1\r\nHost: localhost\r\n${"X-Much: y\r\n".repeat(5000)}\r\n`,
  `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(100_000)}\r\n\r\n`,
  `GET /${"a/".repeat(7000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  POST("/api/auth/sign-in/email", 60_000) + "[".repeat(60_000),
  `${POST("/api/auth/sign-in/email", 64_000)}{"email":"${"a".repeat(63_980)}"}`,
  POST("/api/auth/sign-in/email", 10_000_000) + "x".repeat(200_000),
  POST("/api/auth/sign-in/email", "99999999999999999999"),
  `${"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100)}\u0000\u0001 garbage`,
  "\u0016\u0003\u0001\u0002\u0000 not HTTP at all",
];

/** A running attack. */
export interface Flood {
  /** Slow connections that are open now. */
  open(): number;
  /** Floods that the server has responded to or cut. */
  ended(): number;
  stop(): void;
}

/** Opens slow connections, reopens them when the server cuts them, and starts the floods. */
export async function startFlood(port: number, { slow, flooders }: { slow: number; flooders: number }): Promise<Flood> {
  const sockets = new Set<Socket>();
  const slowOnes = new Set<Socket>();
  let isOver = false;
  let ended = 0;
  const open = (group: Set<Socket>, again: () => void) => {
    const socket = connect({ port, host: "127.0.0.1" });
    for (const set of [sockets, group]) set.add(socket);
    socket
      .on("error", () => {})
      .once("close", () => {
        for (const set of [sockets, group]) set.delete(socket);
        if (!isOver) setTimeout(again, 50).unref();
      });
    return socket;
  };
  const beSlow = (kind: number) => {
    const [begin, each] = slownesses[kind % slownesses.length] ?? ["", ""];
    const socket = open(slowOnes, () => beSlow(kind));
    socket.pause().write(begin);
    const timer = setInterval(() => each && socket.write(each), 1000);
    socket.once("close", () => clearInterval(timer));
  };
  const beMany = (kind: number) => {
    const socket = open(new Set(), () => beMany(kind + 1));
    socket.resume().end(floods[kind % floods.length] ?? "");
    socket.once("close", () => {
      ended++;
    });
  };
  for (let index = 0; index < slow; index++) {
    beSlow(index);
    // A full backlog would test the kernel rather than the server.
    if (index % 100 === 99) await sleep(20);
  }
  for (let index = 0; index < flooders; index++) beMany(index);
  return {
    open: () => slowOnes.size,
    ended: () => ended,
    stop() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Uploads an endless image. @returns the response's status (0 if the connection was cut first), and the bytes sent
 * until then
 */
export function uploadEndlessly(port: number, token: string, bytes: number): Promise<{ status: number; sent: number }> {
  const head = [
    "POST /api/images HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${token}`,
    "Content-Type: multipart/form-data; boundary=x",
    `Content-Length: ${bytes}`,
  ].join("\r\n");
  const chunk = Buffer.alloc(64 * 1024, "\u0089PNG");
  return new Promise((resolve) => {
    let sent = 0;
    let status = 0;
    const socket = connect({ port, host: "127.0.0.1" });
    const write = () => {
      while (!status && sent < bytes) {
        sent += chunk.length;
        if (!socket.write(chunk)) return void socket.once("drain", write);
      }
    };
    socket.once("data", (data) => {
      status = Number(data.toString("latin1").split(" ")[1]);
      socket.destroy();
    });
    // The server closes the connection of a rejected upload.
    socket.on("error", () => {}).once("close", () => resolve({ status, sent }));
    socket.write(`${head}\r\n\r\n--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n`);
    write();
  });
}
