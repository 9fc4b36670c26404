import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/**
 * Normalizes the client addresses in `X-Forwarded-For`, because limits count by them. Some gateways add a port,
 * brackets or a zone, which would make every connection another client. A value that isn't an address is replaced by
 * the connection's own.
 * @param trusted how many proxies are trusted: only they wrote the last addresses, and a client can send thousands
 *   before these
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
 * @returns the address alone, an IPv4 address in its own form; null if it isn't an address
 */
export function readAddress(written: string): string | null {
  const trimmed = written.trim();
  const [, inBrackets] = /^\[(.*)\](?::\d+)?$/.exec(trimmed) ?? [];
  const [, beforePort] = /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed) ?? [];
  const address = (inBrackets ?? beforePort ?? trimmed).replace(/%.*$/, "");
  // Only the usual form of IPv4, because the library also reads "1", "0x7f.1" and octal numbers.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null;
  return ipaddr.process(address).toString();
}
