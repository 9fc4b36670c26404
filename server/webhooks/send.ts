import { Resolver } from "node:dns/promises";
import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { DeliveryFailure } from "@survey-app/contract/ops/webhooks.ts";
import { isPublicAddress } from "./publicAddress.ts";

/** A request is given up after this time, name resolution included, in milliseconds. */
const TIMEOUT_MS = 10_000;
const DNS_TIMEOUT_MS = 3000;
/** The body of a response is read, so that the receiver ends normally, but not beyond this, in bytes. */
const RESPONSE_MAX = 16 * 1024;
const HEADERS_MAX = 8 * 1024;
/** The most interim responses (1xx): each is parsed, and a receiver could send them without end. */
const INTERIM_MAX = 10;

export interface Signed {
  body: string;
  headers: Record<string, string>;
}

/** The end of an attempt: with a response, whose status decides, or without. */
export type Attempt = { status: number } | { failure: Exclude<DeliveryFailure, "status" | "turnedOff" | "notAllowed"> };

/** Sends a request to a URL that a user entered. Never throws; `stop` aborts it. */
export type SendRequest = (url: string, signed: Signed, stop: AbortSignal) => Promise<Attempt>;

/**
 * Resolves a host name. It avoids the system's resolver, where a slow DNS server of an attacker would occupy the
 * threads that hash passwords.
 */
async function resolveHost(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

class ForbiddenAddress extends Error {}

/**
 * Creates the function that sends requests to users' URLs. It connects to no address that is not public, whatever the
 * name resolved to before: the addresses are checked between resolving and connecting. It follows no redirect.
 * @param allowPrivate also allows private addresses and http, for tests and for receivers in an operator's own network
 * @param parts `resolve`: finds the addresses of a host name
 */
export function createSender(
  allowPrivate: boolean,
  { resolve = resolveHost, timeoutMs = TIMEOUT_MS } = {},
): SendRequest {
  const isAllowed = (address: string) => allowPrivate || isPublicAddress(address);

  const lookup: LookupFunction = (hostname, { all }, callback) => {
    resolve(hostname).then(
      (found) => {
        const addresses = found.filter(isAllowed).map((address) => ({ address, family: isIP(address) }));
        const [first] = addresses;
        if (!first) callback(found.length > 0 ? new ForbiddenAddress() : new Error("The name has no address"), "");
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ""),
    );
  };

  return async (address, { body, headers }, stop) => {
    const url = new URL(address);
    if (url.protocol !== "https:" && !allowPrivate) return { failure: "address" };
    // Addresses are not looked up, so they are checked here.
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) && !isAllowed(host)) return { failure: "address" };
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const status = await post(url, body, {
        method: "POST",
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
        lookup,
        // A new connection each time, so that every one is checked.
        agent: false,
        maxHeaderSize: HEADERS_MAX,
        signal: AbortSignal.any([timeout, stop]),
      });
      return { status };
    } catch (error) {
      if (error instanceof ForbiddenAddress) return { failure: "address" };
      return { failure: timeout.aborted ? "timeout" : "unreachable" };
    }
  };
}

/** Sends the request. @returns the response's status @throws {Error} without a response */
function post(url: URL, body: string, options: RequestOptions): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options);
  request.on("response", (response) => {
    // The status counts, also if the rest of the response never arrives.
    request.off("error", reject).on("error", () => {});
    response.on("error", () => {});
    response.on("close", () => resolve(response.statusCode ?? 0));
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > RESPONSE_MAX) response.destroy();
    });
  });
  let interim = 0;
  request.on("information", () => {
    interim++;
    if (interim > INTERIM_MAX) request.destroy(new Error("The response does not begin"));
  });
  // Without this listener, Node closes the connection after a 101 and emits neither a response nor an error.
  request.on("upgrade", ({ statusCode = 0 }, socket) => {
    socket.destroy();
    resolve(statusCode);
  });
  request.on("error", reject);
  request.end(body);
  return promise;
}
