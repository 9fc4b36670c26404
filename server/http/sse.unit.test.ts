import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { endpoint } from "@survey-app/contract/http/endpoint.ts";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { createEventBus } from "../database/events.ts";
import { cutStreams, openStream } from "../testing/eventStream.ts";
import { PUBLIC_URL } from "../testing/testConfig.ts";
import { apiError } from "./apiError.ts";
import { createHttpServer } from "./httpServer.ts";
import { noReadLimit } from "./rateLimit.ts";
import { createReaderLanguage } from "./readerLanguage.ts";
import { createResponseCache } from "./responseCache.ts";
import { createSseRegistrar, type EventStream } from "./sse.ts";

const readerLanguage = createReaderLanguage({ languages: ["en"] }, "http://localhost:3000");

const numbers = endpoint({
  method: "GET",
  path: "/numbers",
  summary: "Numbers",
  access: "anyone",
  response: z.number(),
  stream: true,
});

const app = await createHttpServer(
  { publicUrl: PUBLIC_URL, corsOrigins: [], trustProxy: 0, logLevel: "silent", readerLanguage },
  createResponseCache(createEventBus(null)),
);
const opened: EventStream[] = [];
const closed = vi.fn();
const admit = vi.fn();
createSseRegistrar(app, { limits: true, limitsFactor: 1, readLimiter: { ...noReadLimit, admit } })(
  numbers,
  async ({ open, onClose }) => {
    onClose(closed);
    opened.push(open());
  },
);

let made = 0;
app.get("/made", async () => `made ${++made}\n`);

afterEach(cutStreams);
afterAll(() => app.close());

test("a client that does not read is disconnected, and its buffer stays small", async () => {
  await openStream(app, "/api/numbers").then(({ cut }) => cut());
  const { port } = app.server.address() as { port: number };
  const slow = connect(port, "127.0.0.1").on("error", () => {});
  slow.pause().write("GET /api/numbers HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await expect.poll(() => opened).toHaveLength(2);
  const times = closed.mock.calls.length;
  const event = Buffer.from(`data: ${"1".repeat(32 * 1024)}\n\n`);
  let written = 0;
  // The socket buffers of both sides take some megabytes; the rest is buffered in the process.
  while (closed.mock.calls.length === times && written < 10_000) {
    opened.at(-1)?.write(event);
    written += 1;
    await new Promise(setImmediate);
  }
  expect(written).toBeLessThan(10_000);
  // Writing to a closed stream does nothing.
  opened.at(-1)?.write(event);
  slow.destroy();
});

// Security: F05
test("requests pipelined behind a stream are neither handled nor buffered", async () => {
  await openStream(app, "/api/numbers").then(({ cut }) => cut());
  const { port } = app.server.address() as { port: number };
  const before = made;
  const connection = connect(port, "127.0.0.1").on("error", () => {});
  const isCut = new Promise((resolve) => connection.once("close", resolve));
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
  connection.resume().write(ask("/api/numbers") + ask("/made").repeat(500));
  await isCut;
  expect(made - before).toBeLessThan(16);
});

test("a few pipelined requests are answered in order", async () => {
  const { port } = app.server.address() as { port: number };
  const connection = connect(port, "127.0.0.1");
  connection.write("GET /made HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(9));
  connection.write("GET /made HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
  const response = await text(connection);
  expect(response.match(/^made \d+/gm)?.length).toBe(10);
});

// Security: F10
test("opening a stream counts as a read, and is limited like one", async () => {
  admit.mockImplementationOnce(() => {
    throw apiError("tooFast", { retryAfter: 7 });
  });
  const before = opened.length;
  const response = await app.inject({ url: "/api/numbers" });
  expect([response.statusCode, response.headers["retry-after"]]).toEqual([429, "7"]);
  expect(opened).toHaveLength(before);
  const admitted = admit.mock.calls.length;
  await openStream(app, "/api/numbers").then(({ cut }) => cut());
  expect(admit).toHaveBeenCalledTimes(admitted + 1);
});

test("only GET opens a stream", async () => {
  for (const method of ["HEAD", "POST"] as const) {
    const response = await app.inject({ method, url: "/api/numbers" });
    expect([response.statusCode, response.headers.allow]).toEqual([405, "GET"]);
  }
});
