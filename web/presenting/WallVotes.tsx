import { describeOpening } from "@survey-app/contract/results/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { useHasEnded } from "../surveys/serverTime.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { Dots } from "./Dots.tsx";
import { hasDots } from "./dots.ts";

/** How many have voted on a survey whose result isn't on the wall: a dot for each, and the number. */
export function WallVotes({ survey }: { survey: Survey }) {
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
      {opening && <p className="wall-opening">{opening}</p>}
    </div>
  );
}
