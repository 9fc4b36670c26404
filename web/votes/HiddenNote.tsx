import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { dayAndTime } from "@survey-app/contract/text/time.ts";
import * as ballotTexts from "@survey-app/texts/ballotTexts.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { LockNote } from "./LockNote.tsx";

interface HiddenNoteProps {
  survey: Survey;
  /** Say what is hidden, and when it appears. */
  texts: {
    soon: string;
    afterVote: string;
    afterVoteOfInvited: string;
    on: (moment: string) => string;
  };
}

/** Replaces content that is hidden with the result. */
export function HiddenNote({ survey: { resultsOpen, electorate }, texts }: HiddenNoteProps) {
  const zone = useTimeZone();
  return <LockNote text={textOf()} />;

  function textOf(): string {
    if (resultsOpen === "tooFewVotes") return ballotTexts.fewComments;
    if (resultsOpen === null) return texts.soon;
    if (resultsOpen === "afterYourVote") return electorate === "invited" ? texts.afterVoteOfInvited : texts.afterVote;
    return texts.on(dayAndTime(resultsOpen, zone));
  }
}
