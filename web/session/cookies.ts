import type { User } from "@survey-app/contract/users/users.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { ApiRequestError } from "../api/api.ts";
import { Explained } from "../api/noResponse.ts";
import { loadCurrentUser } from "./session.ts";

/**
 * Call this before a sign-in is sent, which would lead nowhere without cookies.
 * @throws {Explained} the browser blocks cookies
 */
export function requireCookies(): void {
  if (!takesCookies()) throw new Explained(sessionTexts.cookiesBlocked);
}

/** Tries a cookie, because Chromium says `navigator.cookieEnabled` also while it blocks them. */
function takesCookies(): boolean {
  const setProbe = (seconds: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have a cookie store
    document.cookie = `probe=1; path=/; max-age=${seconds}; samesite=lax`;
  };
  setProbe(10);
  const isTaken = /\bprobe=1\b/.test(document.cookie);
  setProbe(0);
  return isTaken;
}

/**
 * Loads the user who has just signed in.
 * @throws {Explained} the browser doesn't send the cookie of the sign-in: extensions and settings block cookies without
 *   saying so
 */
export async function loadSignedIn({ user }: { user: { email: string } }): Promise<User> {
  try {
    return await loadCurrentUser(user.email);
  } catch (error) {
    const isSignedOut = error instanceof ApiRequestError && error.status === 401;
    throw isSignedOut ? new Explained(sessionTexts.cookiesBlocked) : error;
  }
}
