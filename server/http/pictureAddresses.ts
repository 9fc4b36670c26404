import { trimUnseen } from "@survey-app/contract/text/unseenCharacters.ts";
import { isWebAddress } from "@survey-app/contract/users/webAddress.ts";

/** The fields of requests and responses that contain a picture's address (specification §7.2). */
const FIELDS: ReadonlySet<string> = new Set(["display_url", "image", "photoURL"]);
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The addresses of our own pictures, which are stored as paths: uploads, drawings and generated pictures. Under its
 * absolute address, a picture would count as another site's, and be deleted as unused.
 */
export interface PictureAddresses {
  /** Turns absolute addresses of our own pictures in the body of a request into paths. */
  readBody(body: unknown): unknown;
  /**
   * The replacer of `JSON.stringify` that makes paths absolute, for clients on other origins; undefined if there are
   * none.
   */
  toAbsolute: ((field: string, value: unknown) => unknown) | undefined;
}

export function createPictureAddresses({
  publicUrl,
  apiBase,
  corsOrigins,
}: {
  publicUrl: string;
  apiBase: string;
  corsOrigins: readonly string[];
}): PictureAddresses {
  const origins = new Set([publicUrl, apiBase].flatMap(originsOf));
  const { origin } = new URL(publicUrl);
  const toPath = (address: string): string => {
    const url = URL.parse(trimUnseen(address));
    if (!url || !origins.has(url.origin)) return address;
    // Users also copy the address of a smaller width from a page.
    const path = url.pathname.replace(/^(\/images\/[0-9a-f-]{36})-\d+\.webp$/, "$1.webp");
    return isWebAddress(path) ? path : address;
  };
  return {
    readBody(body) {
      if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
      const read = ([field, value]: [string, unknown]) =>
        [field, FIELDS.has(field) && typeof value === "string" ? toPath(value) : value] as const;
      return Object.fromEntries(Object.entries(body).map(read));
    },
    toAbsolute:
      corsOrigins.length === 0
        ? undefined
        : (field, value) =>
            FIELDS.has(field) && typeof value === "string" && value.startsWith("/") ? origin + value : value,
  };
}

/**
 * The `Cross-Origin-Resource-Policy` of our pictures: pages of the API's own site can show them; where other origins
 * may call the API, their pages can, too.
 */
export const pictureReaders = (corsOrigins: readonly string[]) =>
  corsOrigins.length === 0 ? "same-site" : "cross-origin";

/** The origin of an address; for http on this machine, one for each of the machine's names. */
function originsOf(address: string): string[] {
  const { origin, protocol, hostname, port } = new URL(address);
  if (protocol !== "http:" || !LOOPBACK.includes(hostname)) return [origin];
  return LOOPBACK.map((name) => new URL(`http://${name}:${port || 80}`).origin);
}
