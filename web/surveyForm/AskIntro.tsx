import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import { useSettings } from "../api/settings.ts";
import { useSearchParams } from "../routing/address.ts";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { asksForConfirmation, opensUnlisted } from "../session/useAsksUnlisted.ts";
import { useSession } from "../session/useSession.ts";

/** An introduction that names the steps between a question and its publication, before anything is typed. */
export function AskIntro() {
  const session = useSession();
  const settings = useSettings();
  const onlyUnlisted = useSearchParams().get("to") === "list";
  const user = session.phase === "signedIn" ? session.user : null;
  const requests = user === null || isRequestingSurveyor(user);
  const confirms = requests && !user?.emailVerified && asksForConfirmation(settings);
  const { visitor, guest, confirmed } = askTexts.intro;
  // The form itself says to a user that an address has to be confirmed.
  const first = mayAsk("unlisted", "guest", settings) ? guest : visitor;
  return (
    <>
      {/* Not shown to users before their session is known: nothing moves when it is. */}
      {user === null && <span className="without-token">{`${confirms ? `${first} ${confirmed}` : first} `}</span>}
      {introOf({ requests, confirms, onlyUnlisted }, settings)}
    </>
  );
}

interface Asker {
  /** Whether the asker isn't a surveyor yet. */
  requests: boolean;
  /** Whether the asker's email address has to be confirmed first, so that nothing is published immediately. */
  confirms: boolean;
  onlyUnlisted: boolean;
}

function introOf({ requests, confirms, onlyUnlisted }: Asker, settings: AskingPolicies): string {
  const { surveyors, surveyReview } = settings;
  const intro = askTexts.intro;
  if (requests && opensUnlisted(settings)) {
    if (surveyReview === "all") return intro.reviewed;
    if (surveyors === "admins" || onlyUnlisted) return intro.onlyUnlisted;
    return confirms ? intro.forEveryone : intro.unlisted;
  }
  if (requests && surveyors === "request") return intro.request;
  if (surveyReview === "off") return confirms ? "" : intro.immediate;
  if (surveyReview === "all") return intro.reviewed;
  return surveyors === "everyone" ? intro.exceptHands : intro.listed;
}
