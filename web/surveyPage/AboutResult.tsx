import { describeResult } from "@survey-app/contract/results/resultText.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { ResultLabel } from "../results/ResultLabel.tsx";
import { TallyAnnouncer } from "../results/TallyAnnouncer.tsx";

/**
 * Below the result of a survey: its claims, the link to the whole result, and for screen readers each change. Where a
 * rule decides, they don't hear who leads: the heading says whether the survey has passed.
 */
export function AboutResult({ survey }: { survey: FullSurvey }) {
  const isClosed = survey.closedAt !== null;
  return (
    <>
      <ResultLabel survey={survey} />
      {survey.participants > 0 && (
        <a href={`/surveys/${survey._id}/results`} className="inline-block py-1 text-sm underline underline-offset-4">
          {surveyTexts.fullResult}
        </a>
      )}
      <TallyAnnouncer sentence={survey.passRule && isClosed ? "" : describeResult(survey, isClosed)} />
    </>
  );
}
