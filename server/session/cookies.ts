import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply } from "fastify";

/**
 * `session_token` has the session's token, `sign_in` the state of a sign-in at a provider, `code` the token of one that waits for
 * a code, `challenge` that of a passkey's challenge, `device` that of a remembered device, `ballot.` with an invitation's id
 * that of a browser which opened the invitation, and `link.` with a survey's id that of a browser which votes by open link.
 */
type CookieName = "session_token" | "sign_in" | "code" | "challenge" | "device" | ManyCookies;

/** Cookies of which a browser has several. */
type ManyCookies = `${"ballot" | "link"}.${string}`;

/** The form of every token (`createToken`); other values need no look-up. */
const TOKEN = /^[\w-]{43}$/;

export type Cookies = ReturnType<typeof createCookies>;

/**
 * Our cookies: scripts can't read them and other sites can't send them with a change. With `__Host-` in front, browsers
 * accept them only over https, from this host and for all paths (`__Secure-` would let other subdomains set them).
 * @param apiBase the absolute base URL of all endpoints
 */
export function createCookies(apiBase: string) {
  const secure = apiBase.startsWith("https:");
  const nameOf = (name: CookieName) => `${secure ? "__Host-" : ""}survey-app.${name}`;
  const attributes = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  const set = (reply: FastifyReply, name: CookieName, value: string, maxAgeSeconds: number): void => {
    const cookie = { ...attributes, name: nameOf(name), value, maxAge: maxAgeSeconds };
    reply.header("set-cookie", stringifySetCookie(cookie));
  };
  return {
    /** The token in a request's `Cookie` header; null without one. */
    read(header: string | undefined, name: CookieName): string | null {
      const token = header === undefined ? undefined : parseCookie(header)[nameOf(name)];
      return token !== undefined && TOKEN.test(token) ? token : null;
    },
    /** The cookies with a name that starts with `prefix`, in the order of the header: the oldest first. */
    list<Prefix extends "ballot." | "link.">(header: string | undefined, prefix: Prefix): `${Prefix}${string}`[] {
      const names = Object.keys(header === undefined ? {} : parseCookie(header));
      const start = nameOf(prefix);
      return names.flatMap((name) => (name.startsWith(start) ? (`${prefix}${name.slice(start.length)}` as const) : []));
    },
    set,
    clear: (reply: FastifyReply, name: CookieName): void => set(reply, name, "", 0),
  };
}
