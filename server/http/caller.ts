import type { Role, StoredRole } from "@survey-app/contract/users.ts";

/** Who makes a call, as the database knows them now (at most one second ago). */
export interface Caller {
  userId: string;
  sessionId: string;
  email: string;
  name: string;
  photoURL: string | null;
  storedRole: StoredRole;
  role: Role;
  /** Whether a membership is active now. */
  isMember: boolean;
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
