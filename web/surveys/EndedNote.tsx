import { describeEarlyClose } from "@survey-app/contract/results/resultLabelText.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import type { ReactNode } from "react";
import { Day } from "../ui/Day.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";

/** In place of the vote form, or below the voter's receipt: that voting has ended. */
export function EndedNote({ survey }: { survey: Survey }) {
  const early = describeEarlyClose(survey, useTimeZone());
  return (
    <div className="space-y-3">
      <button
        type="button"
        disabled
        aria-describedby="ended"
        className="inline-flex min-h-11 items-center gap-2 rounded-lg bg-sunken px-5 font-semibold text-muted in-data-voted:hidden"
      >
        <Icon path={innerIcons.lock} size={18} /> {voteTexts.ended}
      </button>
      <p id="ended" className="text-muted">
        {early || whenEnded(survey)} {voteTexts.noMoreVotes}
      </p>
    </div>
  );
}

/**
 * When voting ended, if its deadline ended it. Live updates say that a survey was closed, but not who closed it: that
 * is loaded in a moment.
 */
function whenEnded({ deadline, deadlineIsDay, closedAt, closedBy }: Survey): ReactNode {
  const isKnown = closedAt === null || closedBy !== null;
  return deadline !== null && isKnown
    ? surveyTexts.votingEndedOn(<Day at={deadline} isDay={deadlineIsDay} />)
    : surveyTexts.votingEnded;
}
