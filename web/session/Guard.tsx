import type { Role } from "@survey-app/contract/users.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { type ReactNode, useEffect } from "react";
import { navigate } from "wouter/use-browser-location";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { listOf } from "../ui/lists.ts";
import { loginAddress } from "./returnTo.ts";
import { roleNames } from "./roleNames.ts";
import { useAsksUnlisted } from "./useAsksUnlisted.ts";
import { useSession } from "./useSession.ts";

/** `askers`: surveyors and admins, and with ASK_UNLISTED=confirmed everyone who is signed in. */
export type PageAccess = "signedIn" | "askers" | readonly Role[];

const SURVEYORS: readonly Role[] = ["surveyor", "admin"];

interface GuardProps {
  access: PageAccess | undefined;
  /** Shown until the session is known. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Shows a page only to users with the required role. The server checks every request again. */
export function Guard({ access, waiting, children }: GuardProps) {
  const session = useSession();
  const asksUnlisted = useAsksUnlisted();
  const mustSignIn = access !== undefined && session.phase === "visitor";
  useEffect(() => {
    // Not when signing out has just navigated elsewhere: then this page is about to unmount.
    if (mustSignIn && !location.pathname.startsWith("/login")) {
      navigate(loginAddress(location.pathname + location.search), { replace: true, state: { wasSentHere: true } });
    }
  }, [mustSignIn]);

  if (access === undefined) return children;
  if (session.phase !== "signedIn") return waiting;
  const roles = access === "askers" ? SURVEYORS : access;
  if (roles === "signedIn" || roles.includes(session.user.role) || (access === "askers" && asksUnlisted))
    return children;
  return (
    <div className="frame py-16">
      <EmptyState
        kind="lock"
        title={frameTexts.otherRole}
        level={1}
        text={frameTexts.otherRoleText(
          listOf(
            roles.map((role) => roleNames[role]),
            "or",
          ),
          roleNames[session.user.role],
        )}
        action={<LinkButton href="/dashboard/adminHome">{frameTexts.toDashboard}</LinkButton>}
      />
    </div>
  );
}
