import type { Role, StoredRole } from "@survey-app/contract/users.ts";

/** Who makes a call, as the database knows them now (at most one second ago). */
export interface Caller {
  userId: string;
  sessionId: string;
  /** When the person signed in, in milliseconds since 1970: every sign-in makes a session. */
  signedInAt: number;
  email: string;
  name: string;
  photoURL: string | null;
  storedRole: StoredRole;
  role: Role;
  /** Whether a membership is active now. */
  isMember: boolean;
}

/** Who did something, for the audit log: an admin by a request, whoever may run commands on the server, or its start. */
export type Actor = { adminId: string; requestId: string } | "commandLine" | "start";

/** Who acts by this request. */
export function actorOf(caller: Caller, request: { id: string }): Actor {
  return { adminId: caller.userId, requestId: request.id };
}

/** How the HTTP layer learns who calls; the session noun provides it. */
export interface Identification {
  /** Whose bearer token this is; null for what is not a valid token of a living session. At hand for who was here lately. */
  byToken(authorization: string): Caller | null | Promise<Caller | null>;
  /** Whose sign-in cookie this is; null for a visitor. */
  byCookie(cookie: string): Promise<Caller | null>;
}

/** Whether the caller may see all of what belongs to `ownerId`. */
export function seesWhole(caller: Caller | null, ownerId: string): boolean {
  return caller !== null && (caller.storedRole === "admin" || caller.userId === ownerId);
}

/**
 * Whether the caller may see the addresses and reports of the people who voted on a survey of `ownerId`. That is a right of
 * surveyors, and ends with the role: people who lose it keep their surveys, not what was told them in confidence.
 */
export function seesVoters(caller: Caller | null, ownerId: string): boolean {
  return seesWhole(caller, ownerId) && caller?.storedRole !== "user";
}
