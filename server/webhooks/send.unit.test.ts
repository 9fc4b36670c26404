import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { isPublicAddress } from "./publicAddress.ts";
import { createSender } from "./send.ts";

let receiver: Receiver;
let port: string;
beforeAll(async () => {
  receiver = await startReceiver();
  port = new URL(receiver.url).port;
});
afterAll(() => receiver.close());

const signed = { body: "{}", headers: { "webhook-id": "1" } };
const never = new AbortController().signal;
/** A sender whose time never runs out here, however busy the machine is. */
const send = createSender(true, { timeoutMs: 10 * 60_000 });
/** A sender whose time has run out before the fastest receiver can answer. */
const hurried = createSender(true, { timeoutMs: 20 });

/** Aborts as soon as this process has received the head of its next response. */
function stopAtResponse(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  subscribe("http.client.response.finish", stop);
  onTestFinished(() => void unsubscribe("http.client.response.finish", stop));
  return stopping.signal;
}

const PRIVATE = [
  ["0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9", "169.254.169.254"],
  ["172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1"],
  ["198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"],
  ["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:a00:1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1"],
  ["100::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::"],
  ["3fff::1", "4000::1", "5f00::1", "not an address", ""],
].flat();
const PUBLIC = ["1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1"];
const PUBLIC_IPV6 = ["2606:4700:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888", "2003::1"];

// Security: P02, R06
test("private, local, multicast, mapped and reserved addresses are not public", () => {
  expect(PRIVATE.filter(isPublicAddress)).toEqual([]);
  expect([...PUBLIC, ...PUBLIC_IPV6].filter((address) => !isPublicAddress(address))).toEqual([]);
});

// Security: P02, R06
test("a URL with an address that is not public doesn't get a connection, however it is written", async () => {
  const strict = createSender(false);
  const hosts = [
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::]",
    "0",
  ];
  for (const host of hosts)
    expect(await strict(`https://${host}:${port}/`, signed, never), host).toEqual({ failure: "address" });
  expect(await strict(`http://example.org:${port}/`, signed, never)).toEqual({ failure: "address" });
  expect(receiver.received).toEqual([]);
});

// Security: P02, R06
test("a name that resolves to another address for each request is checked for each connection", async () => {
  const answers = [["192.0.2.1"], ["127.0.0.1"], ["127.0.0.1", "10.0.0.1", "::1"], ["::ffff:127.0.0.1"]];
  for (const answer of answers) {
    const strict = createSender(false, { resolve: async () => answer });
    expect(await strict(`https://rebinding.example:${port}/`, signed, never), String(answer)).toEqual({
      failure: "address",
    });
  }
  expect(receiver.received).toEqual([]);
  // Where private addresses are allowed, one look-up decides where the request goes.
  let resolved = 0;
  const resolve = async () => {
    resolved++;
    return ["127.0.0.1"];
  };
  const lenient = createSender(true, { resolve });
  expect(await lenient(`http://rebinding.example:${port}/path?q=1`, signed, never)).toEqual({ status: 204 });
  expect(resolved).toBe(1);
  expect(receiver.received).toMatchObject([{ path: "/path?q=1", body: "{}", headers: { "webhook-id": "1" } }]);
});

// Security: P02
test("redirects are not followed, and neither endless responses nor silent receivers hold a delivery", async () => {
  const other = await startReceiver();
  receiver.respondWith((response) => response.writeHead(307, { location: other.url }).end());
  expect(await send(receiver.url, signed, never)).toEqual({ status: 307 });
  expect(other.received).toEqual([]);
  await other.close();

  receiver.respondWith((response) => {
    response.writeHead(200);
    const write = () => {
      while (response.writable && response.write("x".repeat(8000)));
      if (response.writable) response.once("drain", write);
    };
    write();
  });
  expect(await send(receiver.url, signed, never)).toEqual({ status: 200 });

  receiver.respondWith((response) => void response.writeHead(200, { "x-long": "x".repeat(20_000) }).end());
  expect(await send(receiver.url, signed, never)).toEqual({ failure: "unreachable" });

  receiver.respondWith(() => {});
  expect(await hurried(receiver.url, signed, never)).toEqual({ failure: "timeout" });
  const stopping = new AbortController();
  const sent = send(receiver.url, signed, stopping.signal);
  stopping.abort();
  expect(await sent).toEqual({ failure: "unreachable" });
  receiver.respondWith((response) => response.destroy());
  expect(await send(receiver.url, signed, never)).toEqual({ failure: "unreachable" });
});

// Security: P02
test("neither a switch of protocols nor interim responses without end hold a delivery; a status counts without a body", async () => {
  receiver.respondWith(({ socket }) => {
    socket?.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
  });
  expect(await send(receiver.url, signed, never)).toEqual({ status: 101 });

  receiver.respondWith(({ socket }) => {
    const write = () => {
      while (socket?.writable && socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"));
      if (socket?.writable) socket.once("drain", write);
    };
    write();
  });
  expect(await send(receiver.url, signed, never)).toEqual({ failure: "unreachable" });

  receiver.respondWith((response) => void response.writeHead(200).write("ok, and"));
  expect(await send(receiver.url, signed, stopAtResponse())).toEqual({ status: 200 });
});
