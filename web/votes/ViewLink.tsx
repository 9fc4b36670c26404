import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import type { Participation } from "@survey-app/contract/votes/votes.ts";
import * as moderationTexts from "@survey-app/texts/moderationTexts.ts";
import * as participationTexts from "@survey-app/texts/participationTexts.ts";
import { notPublishedFor } from "../api/unpublishReasons.ts";
import { LinkButton } from "../ui/LinkButton.tsx";

/** Links to the survey; if it is no longer published, says why. */
export function ViewLink({ participation }: { participation: Participation }) {
  const { status, unpublishedFor } = participation;
  if (status !== PUBLISHED) {
    const text = unpublishedFor ? notPublishedFor(unpublishedFor) : moderationTexts.notPublished;
    return <span className="text-sm text-muted">{text}</span>;
  }
  return (
    <LinkButton
      look="quiet"
      small
      href={`/surveydetails/${participation.SurveyID}`}
      aria-label={participationTexts.viewName(participation.Title)}
    >
      {participationTexts.columns.view}
    </LinkButton>
  );
}
