import { describeResult } from "@survey-app/contract/results/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { TallyAnnouncer } from "./TallyAnnouncer.tsx";

/**
 * Announces the result on a survey's page. It doesn't say who won where a rule decides: the heading says whether the survey has
 * passed.
 */
export function SurveyAnnouncer({ survey }: { survey: Survey }) {
  const isClosed = survey.closedAt !== null;
  return <TallyAnnouncer sentence={survey.passRule && isClosed ? "" : describeResult(survey, isClosed)} />;
}
