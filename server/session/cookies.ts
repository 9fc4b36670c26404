import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply } from "fastify";
import { readToken } from "../database/tokenHash.ts";

/**
 * Cookies that a browser has only one of. `session_token` has the session's token, `sign_in` the state of a sign-in at
 * a provider, `code` the token of a sign-in that waits for a code, `challenge` the token of a passkey's challenge, and
 * `device` the token of a remembered device. `signed_out` makes the next sign-in at a provider ask for the account.
 * `forgotten` marks the votes whose cookies were removed (voters/forgottenVotes.ts).
 */
export const SINGLE_COOKIES = [
  "session_token",
  "sign_in",
  "code",
  "challenge",
  "device",
  "signed_out",
  "forgotten",
] as const;

/**
 * Cookies that a browser can have several of: `ballot.` with an invitation's id, for a browser that opened the
 * invitation, and `link.` with a survey's id, for a browser that votes through an open link.
 */
export type VoteCookieName = `${"ballot" | "link"}.${string}`;

type CookieName = (typeof SINGLE_COOKIES)[number] | VoteCookieName;

/** A cookie that remembers a vote, or can; `token` is null for a value that we never set. */
export interface VoteCookie {
  name: VoteCookieName;
  token: string | null;
}

export type Cookies = ReturnType<typeof createCookies>;

/**
 * Our cookies: scripts can't read them and other sites can't send them with a change. With `__Host-` in front, browsers
 * accept them only over https, from this host and for all paths (`__Secure-` would let other subdomains set them).
 * @param apiBase the absolute base URL of all endpoints
 */
export function createCookies(apiBase: string) {
  const secure = apiBase.startsWith("https:");
  const prefix = `${secure ? "__Host-" : ""}survey-app.`;
  const attributes = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  const readText = (header: string | undefined, name: CookieName): string | null =>
    (header === undefined ? undefined : parseCookie(header)[prefix + name]) ?? null;
  const set = (reply: FastifyReply, name: CookieName, value: string, maxAgeSeconds: number): void => {
    const cookie = { ...attributes, name: prefix + name, value, maxAge: maxAgeSeconds };
    reply.header("set-cookie", stringifySetCookie(cookie));
  };
  return {
    /** The token in a request's `Cookie` header, as the server spelled it; null without one. */
    read: (header: string | undefined, name: CookieName): string | null => readToken(readText(header, name) ?? ""),
    /** The value of a cookie that doesn't contain a token. */
    readText,
    /** The cookies that remember votes, in the order of the header: the oldest first. */
    listVoteCookies: (header: string | undefined): VoteCookie[] =>
      Object.entries(header === undefined ? {} : parseCookie(header)).flatMap(([fullName, value = ""]) => {
        const name = fullName.startsWith(prefix) ? fullName.slice(prefix.length) : "";
        return isVoteCookie(name) ? [{ name, token: readToken(value) }] : [];
      }),
    set,
    clear: (reply: FastifyReply, name: CookieName): void => set(reply, name, "", 0),
  };
}

const isVoteCookie = (name: string): name is VoteCookieName => /^(?:ballot|link)\./.test(name);
