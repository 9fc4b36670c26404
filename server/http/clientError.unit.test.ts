import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handleClientError } from "./errorHandler.ts";

const server = createServer();
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

/** The response to a client that has sent `sent`, when Node reports that its request timed out. */
async function receivedAfter(sent: string): Promise<string> {
  const accepted = once(server, "connection");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [socket] = (await accepted) as [Socket];
  socket.resume();
  if (sent) {
    client.write(sent);
    await expect.poll(() => socket.bytesRead).toBe(sent.length);
  }
  handleClientError(Object.assign(new Error("timed out"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket, {});
  return text(client);
}

test("a connection that never sent anything is closed without a response, because a later request would get it", async () => {
  expect(await receivedAfter("")).toBe("");
});

test("an unfinished request that times out gets an error", async () => {
  expect(await receivedAfter("GET / HTTP/1.1\r\n")).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});
