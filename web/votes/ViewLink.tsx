import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import type { Participation } from "@survey-app/contract/votes.ts";
import * as participationTexts from "../texts/participationTexts.ts";
import { LinkButton } from "../ui/LinkButton.tsx";

/** Links to the survey, if it is published. */
export function ViewLink({ participation }: { participation: Participation }) {
  if (participation.status !== PUBLISHED)
    return <span className="text-sm text-muted">{participationTexts.notPublished}</span>;
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
