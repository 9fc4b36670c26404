import { describeOpening } from "@survey-app/contract/results/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { useHasEnded } from "../surveys/serverTime.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { Dots } from "./Dots.tsx";
import { hasDots } from "./dots.ts";
import { ShowingNote } from "./ShowingNote.tsx";
import type { useShowing } from "./useShowing.tsx";

interface WallVotesProps {
  survey: Survey;
  showing: ReturnType<typeof useShowing>;
}

/** The number of people who have voted on a survey whose result isn't on the wall, with a dot for each. */
export function WallVotes({ survey, showing }: WallVotesProps) {
  const { participants } = survey;
  const opening = describeOpening(survey, useHasEnded(survey), useTimeZone());
  return (
    <div className="wall-votes">
      {hasDots(participants) && <Dots count={participants} of={participants} />}
      {participants > 0 && !hasDots(participants) && <div className="wall-crowd" />}
      <p className="wall-count">
        {shareTexts.haveVoted(participants, (count) => (
          <strong translate="no">{count}</strong>
        ))}
      </p>
      {opening && <ShowingNote showing={showing} opening={opening} />}
    </div>
  );
}
