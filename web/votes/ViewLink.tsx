import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import type { Participation } from "@survey-app/contract/votes.ts";
import { LinkButton } from "../ui/LinkButton.tsx";

/** Links to the survey, if it is published. */
export function ViewLink({ participation }: { participation: Participation }) {
  if (participation.status !== PUBLISHED) return <span className="text-sm text-muted">Not published any more</span>;
  return (
    <LinkButton
      look="quiet"
      small
      href={`/surveydetails/${participation.SurveyID}`}
      aria-label={`View: ${participation.Title}`}
    >
      View
    </LinkButton>
  );
}
