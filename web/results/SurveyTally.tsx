import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { useHasEnded } from "../surveys/serverTime.ts";
import { usePassedText } from "../surveys/usePassedText.tsx";
import { Tally } from "../ui/Tally.tsx";

interface SurveyTallyProps {
  survey: Survey;
  size?: "large";
}

/** The tally of one survey. After the deadline it no longer says that votes are awaited. */
export function SurveyTally({ survey, size }: SurveyTallyProps) {
  const passedText = usePassedText(survey);
  return <Tally totals={survey} size={size} isOver={useHasEnded(survey)} headline={passedText} />;
}
