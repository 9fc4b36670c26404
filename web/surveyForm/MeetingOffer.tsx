import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { useSettings } from "../api/settings.ts";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { opensUnlisted, useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useSession } from "../session/useSession.ts";

/**
 * Leads people who have several questions for one list to the form for a meeting; nothing where they can't make one.
 */
export function MeetingOffer() {
  const settings = useSettings();
  const session = useSession();
  const asksUnlisted = useAsksUnlisted();
  const mayMake =
    session.phase === "signedIn" ? asksUnlisted || !isRequestingSurveyor(session.user) : opensUnlisted(settings);
  // The drafts of a meeting are never reviewed.
  if (!mayMake || settings.surveyReview === "all") return null;
  return (
    <p className="mt-8 text-muted">
      {hostTexts.offer((words) => (
        <a href="/dashboard/meetings/new" className="font-semibold text-ink underline underline-offset-4">
          {words}
        </a>
      ))}
    </p>
  );
}
