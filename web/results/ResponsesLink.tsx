import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { LinkButton } from "../ui/LinkButton.tsx";

/** Links to the list of votes. */
export function ResponsesLink({ survey: { _id, Title } }: { survey: Survey }) {
  return (
    <LinkButton
      look="quiet"
      small
      href={`/dashboard/surveyor/surveys/${_id}`}
      aria-label={surveyTexts.responsesName(Title)}
    >
      {surveyTexts.columns.responses}
    </LinkButton>
  );
}
