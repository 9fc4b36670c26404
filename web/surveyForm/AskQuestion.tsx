import * as askTexts from "@survey-app/texts/askTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useSettings } from "../api/settings.ts";
import { ownRequest } from "../managing/asking.ts";
import { useSearchParams } from "../routing/address.ts";
import { opensUnlisted, useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useMayAsk } from "../session/useMayAsk.ts";
import { useSession } from "../session/useSession.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { RequestState } from "./RequestState.tsx";
import { SurveyForm } from "./SurveyForm.tsx";
import { ASKED_FOR, emptyFor } from "./shortForm.ts";

/**
 * The form for a question, for everyone: visitors sign in after they wrote it. Users with a question in review see its
 * state.
 */
export function AskQuestion() {
  const session = useSession();
  const user = session.phase === "signedIn" ? session.user : null;
  const { data: request } = useQuery(ownRequest(user));
  const mayAsk = useMayAsk();
  const asksUnlisted = useAsksUnlisted();
  const settings = useSettings();
  const search = useSearchParams();
  const timeZone = useTimeZone();
  const comesBack = search.get("next") === "submit";
  // Visitors become users who aren't surveyors.
  const isVisitor = session.phase !== "signedIn" && opensUnlisted(settings);
  const onlyUnlisted =
    (asksUnlisted && search.get("to") === "list") || ((asksUnlisted || isVisitor) && settings.surveyors === "admins");
  if (!mayAsk && session.phase !== "loading") {
    const { title, text, action } = askTexts.closed;
    return <EmptyState title={title} text={text} action={<LinkButton href="/surveysPages">{action}</LinkButton>} />;
  }
  if (request && !onlyUnlisted) return <RequestState request={request} />;
  const asked = search.get("to") === "list" ? "secret" : (ASKED_FOR[search.get("for") ?? ""] ?? "hands");
  // An open vote is in public lists.
  const who = onlyUnlisted && asked === "open" ? "hands" : asked;
  return <SurveyForm key={`${onlyUnlisted} ${who}`} {...{ comesBack, onlyUnlisted }} short={emptyFor(who, timeZone)} />;
}
