import type { Role, StoredRole } from "@survey-app/contract/users.ts";

/** Who makes a call, as the database knows them now (at most one second ago). */
export interface CurrentUser {
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
export function actorOf(currentUser: CurrentUser, request: { id: string }): Actor {
  return { adminId: currentUser.userId, requestId: request.id };
}

/** Whether the caller may see all of what belongs to `ownerId`. */
export function canSeeAll(currentUser: CurrentUser | null, ownerId: string): boolean {
  return currentUser !== null && (currentUser.storedRole === "admin" || currentUser.userId === ownerId);
}

/**
 * Whether the caller may see the addresses and reports of the people who voted on a survey of `ownerId`. That is a right of
 * surveyors, and ends with the role: people who lose it keep their surveys, not what was told them in confidence.
 */
export function seesVoters(currentUser: CurrentUser | null, ownerId: string): boolean {
  return canSeeAll(currentUser, ownerId) && currentUser?.storedRole !== "user";
}
