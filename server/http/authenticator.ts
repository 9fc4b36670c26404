import type { CurrentUser } from "../database/currentUser.ts";

/** How the HTTP layer learns who calls; the session noun provides it. */
export interface Authenticator {
  /** Whose bearer token this is; null for what is not a valid token of a living session. At hand for who was here lately. */
  byToken(authorization: string): CurrentUser | null | Promise<CurrentUser | null>;
  /** Whose sign-in cookie this is; null for a visitor. */
  byCookie(cookie: string): Promise<CurrentUser | null>;
}
