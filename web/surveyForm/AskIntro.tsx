import { isAsker } from "../session/isAsker.ts";
import { useSettings } from "../session/settings.ts";
import { useNeedsReview } from "../session/useNeedsReview.ts";
import { useSession } from "../session/useSession.ts";
import * as askTexts from "../texts/askTexts.ts";

/** What happens to a question after it is submitted. */
export function AskIntro() {
  const session = useSession();
  const { surveyors } = useSettings();
  const isReviewed = useNeedsReview();
  const who = session.phase !== "signedIn" ? "visitor" : isAsker(session.user) ? "asker" : "surveyor";
  return askTexts.introOf(who, surveyors, isReviewed);
}
