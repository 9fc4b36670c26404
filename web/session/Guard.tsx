import type { Role } from "@survey-app/contract/users/users.ts";
import { type ReactNode, useEffect } from "react";
import { navigate } from "wouter/use-browser-location";
import { Deferred, deferred } from "../api/deferred.tsx";
import { loginAddress } from "./returnTo.ts";
import { useAsksUnlisted } from "./useAsksUnlisted.ts";
import { useSession } from "./useSession.ts";

/** `asker`: surveyors and admins, and with ASK_UNLISTED=confirmed everyone who is signed in. */
export type PageAccess = "signedIn" | "asker" | readonly Role[];

const SURVEYORS: readonly Role[] = ["surveyor", "admin"];

// Few people open a page that isn't theirs.
const otherRole = deferred(async () => (await import("./OtherRole.tsx")).OtherRole);

interface GuardProps {
  access: PageAccess | undefined;
  /** Whether guests see it, too. */
  takesGuests?: true | undefined;
  /** Shown until the session is known. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Shows a page only to users with the required role. The server checks every request again. */
export function Guard({ access, takesGuests, waiting, children }: GuardProps) {
  const session = useSession();
  const asksUnlisted = useAsksUnlisted();
  const isGuest = takesGuests && session.phase === "visitor" && session.guest !== undefined;
  const mustSignIn = access !== undefined && session.phase === "visitor" && !isGuest;
  useEffect(() => {
    // Not when signing out has just navigated elsewhere: then this page is about to unmount.
    if (mustSignIn && !location.pathname.startsWith("/login")) {
      navigate(loginAddress(location.pathname + location.search), { replace: true, state: { wasSentHere: true } });
    }
  }, [mustSignIn]);

  if (access === undefined || isGuest) return children;
  if (session.phase !== "signedIn") return waiting;
  const roles = access === "asker" ? SURVEYORS : access;
  if (roles === "signedIn" || roles.includes(session.user.role) || (access === "asker" && asksUnlisted))
    return children;
  return <Deferred component={otherRole} props={{ allowed: roles, role: session.user.role }} />;
}
