import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as linkVotingTexts from "@survey-app/texts/linkVotingTexts.ts";
import { buttonLook } from "../ui/buttonLook.ts";
import { Day } from "../ui/Day.tsx";

/** Replaces the vote form on the details page: people vote by open link on a small page of its own. */
export function GoToVote({ survey }: { survey: Survey }) {
  const { _id, resultsOpen, userName, deadline } = survey;
  return (
    <div className="space-y-3">
      <p className="text-muted">{linkVotingTexts.toVoteText}</p>
      {resultsOpen === "whenShown" && deadline && (
        <p className="text-sm text-muted">{linkVotingTexts.untilShown(userName, <Day at={deadline} withTime />)}</p>
      )}
      {/* With a target, so that the browser loads it: the app doesn't have such a page. */}
      <a href={`/surveydetails/${_id}`} target="_self" className={`${buttonLook("main", false)} w-full`}>
        {linkVotingTexts.toVote}
      </a>
    </div>
  );
}
