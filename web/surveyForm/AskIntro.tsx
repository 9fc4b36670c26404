import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import { useSettings } from "../api/settings.ts";
import { useSearchParams } from "../routing/address.ts";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { opensUnlisted } from "../session/useAsksUnlisted.ts";
import { useSession } from "../session/useSession.ts";

/** An introduction that says what happens to a question after it is submitted. */
export function AskIntro() {
  const session = useSession();
  const settings = useSettings();
  const onlyUnlisted = useSearchParams().get("to") === "list";
  const who = session.phase !== "signedIn" ? "visitor" : isRequestingSurveyor(session.user) ? "requester" : "surveyor";
  return introOf(who, settings, onlyUnlisted);
}

function introOf(who: "visitor" | "requester" | "surveyor", settings: AskingPolicies, onlyUnlisted: boolean): string {
  const { surveyors, surveyReview } = settings;
  if (who === "visitor") return mayAsk("unlisted", "guest", settings) ? askTexts.intro.guest : askTexts.intro.visitor;
  if (who === "requester" && opensUnlisted(settings)) {
    if (surveyReview === "all") return askTexts.intro.reviewed;
    return surveyors === "admins" || onlyUnlisted ? askTexts.intro.onlyUnlisted : askTexts.intro.unlisted;
  }
  if (who === "requester" && surveyors === "request") return askTexts.intro.request;
  if (surveyReview === "off") return askTexts.intro.immediate;
  return surveyReview === "all" || surveyors === "everyone" ? askTexts.intro.reviewed : askTexts.intro.listed;
}
