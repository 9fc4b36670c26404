import { ACCESS_TOKEN_KEY } from "@survey-app/contract/session/session.ts";
import { readStored, removeStored, store } from "../ui/browserStorage.ts";

/** Renewed this long before it expires, so that a token does not expire while its request is sent. */
const RENEW_BEFORE_MS = 60_000;

export const readToken = (): string | null => readStored("local", ACCESS_TOKEN_KEY);

export const storeToken = (token: string): void => store("local", ACCESS_TOKEN_KEY, token);

export const removeToken = (): void => removeStored("local", ACCESS_TOKEN_KEY);

/** Milliseconds until the token should be renewed at `now`; 0 if it should be renewed now or can't be read. */
export function timeToRenewal(token: string, now: number): number {
  return Math.max(0, expiry(token) - RENEW_BEFORE_MS - now);
}

/** The user's id in the token; null if it can't be read. */
export function userIdOf(token: string): string | null {
  return claims(token).sub ?? null;
}

/** Whether the token is that of `userId`. A token without a readable user id may be anyone's, so it passes. */
export function isTokenOf(token: string | null, userId: string | null): boolean {
  if (token === null) return false;
  const owner = userIdOf(token);
  return owner === null || userId === null || owner === userId;
}

/** The token's expiry. Only for scheduling: the server decides whether a token is valid. */
function expiry(token: string): number {
  return (claims(token).exp ?? 0) * 1000; // not a JWT: renew immediately
}

function claims(token: string): { exp?: number; sub?: string } {
  try {
    const payload = token.split(".")[1] ?? "";
    return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return {};
  }
}
