import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AttackTarget, startAttackTarget } from "../testing/attackTarget.ts";
import { waitFor } from "../testing/waitFor.ts";

let target: AttackTarget;
let port: number;
beforeAll(async () => {
  target = await startAttackTarget(null, { pages: true });
  await target.app.listen({ port: 0, host: "127.0.0.1" });
  port = (target.app.server.address() as { port: number }).port;
  target.app.server.on("request", () => requests++);
});
afterAll(() => target.close());

/** Requests that the server has begun to read. */
let requests = 0;

interface Client {
  socket: Socket;
  /** The response; "" until there is one. */
  received: string;
}

const clients = new Set<Client>();
afterEach(() => {
  for (const { socket } of clients) socket.destroy();
  clients.clear();
});

/** Sends bytes from an address of this machine, without ending the connection. */
function send(bytes: string, localAddress = "127.0.0.1"): Client {
  const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {});
  const client: Client = { socket, received: "" };
  socket.setEncoding("latin1").on("data", (data) => {
    client.received += String(data);
  });
  socket.write(bytes);
  clients.add(client);
  return client;
}

/** Sends a request from each of many connections, and waits until the server has begun to read all of them. */
async function sendMany(count: number, bytes: string, localAddress?: string): Promise<Client[]> {
  const before = requests;
  const sent = Array.from({ length: count }, () => send(bytes, localAddress));
  await waitFor(() => expect(requests).toBe(before + count));
  return sent;
}

const BODY_MAX = 64 * 1024;
/** The most bodies of the largest size that one address may have, and all addresses together. */
const OF_ADDRESS = 128;
const IN_ALL = 1024;

/** A request, and a part of its body. */
function request(line: string, { length = BODY_MAX, sent = 0, header = "" } = {}): string {
  const lengthHeader = header || `Content-Length: ${length}`;
  return `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lengthHeader}\r\n\r\n${"x".repeat(sent)}`;
}

const WEBHOOK = "POST /api/stripe/webhook";
const unfinished = request(WEBHOOK);
/** It gets 400, because its signature is missing. */
const finished = request(WEBHOOK, { length: 2, sent: 2 });

const statusOf = ({ received }: Client) => Number(received.split(" ")[1] ?? 0);
const isOpen = ({ received, socket }: Client) => received === "" && !socket.closed;

// Security: F14
test("one address may have 8 MB of unfinished bodies, on all routes together", async () => {
  const half = OF_ADDRESS / 2;
  const held = [
    ...(await sendMany(half, request(WEBHOOK, { sent: 60_000 }))),
    ...(await sendMany(half - 1, request("POST /api/auth/sign-in/email", { sent: 60_000 }))),
    // Without a length it may become as long as the route allows.
    ...(await sendMany(1, request("POST /unsubscribe", { header: "Transfer-Encoding: chunked" }))),
  ];
  for (const line of [
    WEBHOOK,
    "POST /api/auth/sign-in/email",
    "POST /api/auth/sign-in/form",
    "POST /unsubscribe",
    "POST /api/images",
    "GET /login",
    "GET /api/letest/surveyor",
  ]) {
    const rejected = send(request(line));
    await waitFor(() => expect([statusOf(rejected), line]).toEqual([429, line]));
    expect(rejected.received).toMatch(/retry-after: 5\r\n/);
  }
  expect(held.every(isOpen)).toBe(true);
  // Other addresses, and requests without a body, are not affected.
  const others = [send(finished, "127.0.0.2"), send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")];
  await waitFor(() => expect(others.map(statusOf)).toEqual([400, 200]));
});

// Security: F14
test("all together may have 64 MB: beyond it the oldest body of the address with the most is cut for another one", async () => {
  const held: Client[] = [];
  for (let site = 1; site <= IN_ALL / OF_ADDRESS; site++)
    held.push(...(await sendMany(OF_ADDRESS, unfinished, `127.0.1.${site}`)));
  expect(held.every(isOpen)).toBe(true);
  const honest = send(finished, "127.0.0.2");
  await waitFor(() => expect(statusOf(honest)).toBe(400));
  await waitFor(() => expect(held.filter((client) => !isOpen(client)).length).toBe(1));
});

// Security: F14
test("after clients left at any moment, the whole bound is free again", async () => {
  const bodies = [unfinished, request(WEBHOOK, { sent: 30_000 }), finished, finished.repeat(3) + unfinished];
  for (let round = 0; round < 20; round++) {
    const leaving = Array.from({ length: 40 }, (_, index) => send(bodies[index % bodies.length] ?? ""));
    for (const { socket } of leaving) {
      for (let turns = Math.floor(Math.random() * 6); turns > 0; turns--) await new Promise(setImmediate);
      socket.destroy();
    }
  }
  await waitFor(async () => {
    const held = await sendMany(OF_ADDRESS, unfinished);
    const [rejected] = await sendMany(1, unfinished);
    await waitFor(() => expect(rejected && statusOf(rejected)).toBe(429));
    const open = held.filter(isOpen).length;
    for (const { socket } of held) socket.destroy();
    expect(open).toBe(OF_ADDRESS);
  });
}, 60_000);
