import type { CurrentUser } from "../http/currentUser.ts";

/** Whether the current user may see everything that belongs to `ownerId`. */
export function canSeeAll(currentUser: CurrentUser | null, ownerId: string): boolean {
  return currentUser !== null && (currentUser.storedRole === "admin" || currentUser.userId === ownerId);
}

/**
 * Whether the current user may see the email addresses and reports of the voters on a survey of `ownerId`. This is a right of
 * the surveyor role: users who lose the role keep their surveys, but not the access to this confidential data.
 */
export function canSeeVoters(currentUser: CurrentUser | null, ownerId: string): boolean {
  return canSeeAll(currentUser, ownerId) && currentUser?.storedRole !== "user";
}
