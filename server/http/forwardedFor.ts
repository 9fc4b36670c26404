import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/**
 * Writes the client addresses of `X-Forwarded-For` in one way, because limits count by them: some gateways add a port, brackets or a zone,
 * each of which would make every connection another client. What is no address counts as the connection's other end.
 * @param trusted how many proxies are trusted: only they wrote the last addresses, and a client can send thousands before these
 */
export function normalizeForwardedFor({ headers, socket }: IncomingMessage, trusted: number): void {
  const header = headers["x-forwarded-for"];
  if (typeof header !== "string") return;
  const peer = socket.remoteAddress ?? "";
  headers["x-forwarded-for"] = header
    .split(",")
    .slice(-trusted)
    .map((written) => readAddress(written) ?? peer)
    .join(", ");
}

/**
 * Reads an address as proxies write it: `192.0.2.1:5678`, `[2001:db8::1]:5678`, `fe80::1%eth0`, `::ffff:192.0.2.1`.
 * @returns the address alone, an IPv4 address in its own form; null if it is none
 */
export function readAddress(written: string): string | null {
  const trimmed = written.trim();
  const [, inBrackets] = /^\[(.*)\](?::\d+)?$/.exec(trimmed) ?? [];
  const [, beforePort] = /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed) ?? [];
  const address = (inBrackets ?? beforePort ?? trimmed).replace(/%.*$/, "");
  // Of IPv4 only the usual form: the library also reads "1", "0x7f.1" and octal numbers.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null;
  return ipaddr.process(address).toString();
}
