import { ACCESS_TOKEN_KEY } from "@survey-app/contract/session.ts";

/** Renewed this long before it expires, so that no call goes out with a token that dies on the way. */
const RENEW_BEFORE_MS = 60_000;

export function readToken(): string | null {
  if (typeof localStorage === "undefined") return null;
  return localStorage.getItem(ACCESS_TOKEN_KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(ACCESS_TOKEN_KEY, token);
}

export function removeToken(): void {
  localStorage.removeItem(ACCESS_TOKEN_KEY);
}

/** Milliseconds until the token is due for renewal by the clock `now`; 0 when it is due or can't be read. */
export function timeToRenewal(token: string, now: number): number {
  return Math.max(0, expiry(token) - RENEW_BEFORE_MS - now);
}

/** Whose token it is; null if it can't be read. */
export function userIdOf(token: string): string | null {
  return claims(token).sub ?? null;
}

/** Whether there is a token, and not somebody else's than `userId`. One that tells no person can be anybody's. */
export function isTokenOf(token: string | null, userId: string | null): boolean {
  if (token === null) return false;
  const owner = userIdOf(token);
  return owner === null || userId === null || owner === userId;
}

/** When the token says that it expires. Only for scheduling: whether it is valid is the server's to say. */
function expiry(token: string): number {
  return (claims(token).exp ?? 0) * 1000; // not a JWT: renew at once
}

function claims(token: string): { exp?: number; sub?: string } {
  try {
    const payload = token.split(".")[1] ?? "";
    return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return {};
  }
}
