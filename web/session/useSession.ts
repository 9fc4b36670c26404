import type { User } from "@survey-app/contract/users/users.ts";
import { useSyncExternalStore } from "react";
import { readDepartures, readSession, type Session, senderOf, subscribeToSession } from "./session.ts";

const loading: Session = { phase: "loading" };

/** The session. Pages are rendered before it is known, so the first render always has `loading`. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, readSession, () => loading);
}

/**
 * The current user; null for visitors and while the session is not known. Guests count as visitors: code about their
 * own surveys uses `useOwner`.
 */
export function useUser(): User | null {
  const session = useSession();
  return session.phase === "signedIn" ? session.user : null;
}

/**
 * A key for components that hold one user's state: it changes when a signed-in user leaves, in another tab too. A
 * visitor's input stays when they sign in.
 */
export function usePersonKey(): number {
  return useSyncExternalStore(subscribeToSession, readDepartures, () => 0);
}

/** The current user or guest, for what the owner of a survey does. */
export const useOwner = (): User | null => senderOf(useSession());

/**
 * The current user, on pages that require one; on those that are for guests, too (`takesGuests` of a route), maybe a
 * guest.
 */
export function useSignedInUser(): User {
  const user = useOwner();
  if (!user) throw new Error("Not signed in");
  return user;
}
