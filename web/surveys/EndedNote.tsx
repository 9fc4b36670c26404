import type { Survey } from "@survey-app/contract/surveys.ts";
import type { ReactNode } from "react";
import * as ballotTexts from "../texts/ballotTexts.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import * as voteTexts from "../texts/voteTexts.ts";
import { Day } from "../ui/Day.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";

/** In place of the vote form, or below the voter's receipt: that voting has ended. */
export function EndedNote({ survey }: { survey: Survey }) {
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
        {whenEnded(survey)} {voteTexts.noMoreVotes}
      </p>
    </div>
  );
}

/** When voting ended, and who closed the survey if it was not its deadline. */
function whenEnded({ deadline, closedAt, closedBy }: Survey): ReactNode {
  const planned = deadline && <Day at={deadline} />;
  // Live updates say that a survey was closed, but not by whom: that is loaded in a moment.
  if (closedAt !== null && closedBy === null) return surveyTexts.votingEnded;
  if (closedAt === null || closedBy === null || closedBy === "deadline")
    return planned ? surveyTexts.votingEndedOn(planned) : surveyTexts.votingEnded;
  const closed = <Day at={closedAt} />;
  return planned ? ballotTexts.closedEarly[closedBy](closed, planned) : ballotTexts.closed[closedBy](closed);
}
