import type { Survey } from "@survey-app/contract/surveys.ts";
import { Tally } from "../ui/Tally.tsx";
import { useHasEnded } from "./serverTime.ts";

interface SurveyTallyProps {
  survey: Survey;
  size?: "large";
}

/** The tally of one survey. It knows whether the survey is over, so that it does not wait for votes that cannot come. */
export function SurveyTally({ survey, size }: SurveyTallyProps) {
  return <Tally yes={survey.yesVotes} total={survey.totalVotes} size={size} isOver={useHasEnded(survey)} />;
}
