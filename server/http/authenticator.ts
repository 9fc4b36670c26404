import type { CurrentUser, InvitedVoter } from "./currentUser.ts";

/** How the HTTP layer identifies the current user; the session feature implements it. */
export interface Authenticator {
  /**
   * Finds the user of a bearer token; null unless it is a valid token of an active session, or a valid API key. Returns
   * the user synchronously when the session cache has it.
   */
  byToken(authorization: string): CurrentUser | null | Promise<CurrentUser | null>;
  /** Finds the user of a session cookie; null for a visitor. */
  byCookie(cookie: string): Promise<CurrentUser | null>;
  /**
   * Reads the bearer token of an opened invitation and its ballot cookie; null unless the token is valid. Storing
   * checks whether the invitation was replaced since, and whether its vote came with this cookie.
   * @param surveyId of the request; undefined if it doesn't name one
   */
  byInvitation(headers: { authorization?: string; cookie?: string }, surveyId: string | undefined): InvitedVoter | null;
}
