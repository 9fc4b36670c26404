import type { Survey } from "@survey-app/contract/surveys.ts";
import { shortDay, timeOfDay } from "@survey-app/contract/time.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { LockNote } from "./LockNote.tsx";

interface HiddenNoteProps {
  survey: Survey;
  /** Says what is hidden, and when it appears. */
  text: (when: string, isAfterVote: boolean) => string;
}

/** In place of what is hidden with the result. */
export function HiddenNote({ survey, text }: HiddenNoteProps) {
  const zone = useTimeZone();
  const isAfterVote = survey.resultsOpen === "afterYourVote";
  const hasFewVotes = survey.resultsOpen === "tooFewVotes";
  return <LockNote text={hasFewVotes ? ballotTexts.fewComments : text(whenOpens(survey, zone), isAfterVote)} />;
}

function whenOpens({ resultsOpen, electorate }: Survey, zone: string): string {
  if (resultsOpen === null) return ballotTexts.opensSoon;
  if (resultsOpen === "afterYourVote") return ballotTexts.opensAfterVote[electorate];
  return ballotTexts.opensOn(shortDay(resultsOpen, zone), timeOfDay(resultsOpen, zone));
}
