import { safeReturnTo } from "@survey-app/contract/session/returnTo.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { useHistoryState } from "wouter/use-browser-location";
import { useSettings } from "../api/settings.ts";
import { useSearchParams } from "../routing/address.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { UserText } from "../ui/UserText.tsx";
import { hasPickedVote } from "./keptDraft.ts";
import type { Left } from "./session.ts";
import { useSession } from "./useSession.ts";

/** @param leadsBack whether signing in leads to the page before */
const whyLeft = (left: Left, leadsBack: boolean): string =>
  left === "noAccess" ? frameTexts.noAccess : leadsBack ? frameTexts.sessionEnded : sessionTexts.sessionEnded;

/** Above the login and signup forms: why signing in is needed, or that the user is signed in already. */
export function SessionNotice() {
  const session = useSession();
  const canSignUp = useSettings().registration.kind !== "closed";
  const returnTo = useSearchParams().get("returnTo");
  const wasSentHere = useHistoryState<{ wasSentHere?: boolean } | null>()?.wasSentHere;
  if (session.phase === "signedIn") {
    return (
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-xl bg-sunken px-4 py-3">
        <p className="min-w-0">{sessionTexts.signedInAs(<UserText>{session.user.name}</UserText>)}</p>
        <LinkButton small href={safeReturnTo(returnTo, location.origin)}>
          {sessionTexts.goOn}
        </LinkButton>
      </div>
    );
  }
  const notice =
    (session.phase === "visitor" && session.left && whyLeft(session.left, returnTo !== null)) ||
    (returnTo?.startsWith("/ask") && sessionTexts.questionKept(canSignUp)) ||
    (session.phase === "visitor" && hasPickedVote(returnTo) && sessionTexts.voteKept(canSignUp)) ||
    (wasSentHere && sessionTexts.signInFirst);
  return notice ? (
    <p role="status" className="mb-6 rounded-xl bg-accent-soft px-4 py-3">
      {notice}
    </p>
  ) : null;
}
