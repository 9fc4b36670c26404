import { type Survey, stateWord, WAITING } from "@survey-app/contract/surveys.ts";
import { texts } from "../texts.ts";
import { Dot } from "../ui/Dot.tsx";
import { useHasEnded } from "./serverTime.ts";

/** Waiting for publication, or running or ended in the spec's words. */
export function SurveyState({ survey }: { survey: Survey }) {
  const ended = useHasEnded(survey);
  if (survey.status === WAITING) return <Dot tone="no">{texts.waiting}</Dot>;
  return <Dot tone={ended ? "quiet" : "yes"}>{stateWord(ended)}</Dot>;
}
