import type { User } from "@survey-app/contract/users.ts";
import { useSyncExternalStore } from "react";
import { readDepartures, readSession, type Session, subscribeToSession } from "./session.ts";

const loading: Session = { phase: "loading" };

/** Who is there. Pages are rendered before anybody knows, so the first draw is always `loading`. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, readSession, () => loading);
}

/** The person signed in, or null for visitors and while it isn't known yet. */
export function useUser(): User | null {
  const session = useSession();
  return session.phase === "signedIn" ? session.user : null;
}

/**
 * A key for what holds one person's state: it changes when somebody who was signed in leaves, in another tab too. What a
 * visitor typed stays when they sign in.
 */
export function usePersonKey(): number {
  return useSyncExternalStore(subscribeToSession, readDepartures, () => 0);
}

/** The person signed in, on pages that only signed-in people see. */
export function useSignedInUser(): User {
  const user = useUser();
  if (!user) throw new Error("This part is drawn for signed-in people only");
  return user;
}
