import * as linkVotingTexts from "@survey-app/texts/linkVotingTexts.ts";
import { buttonLook } from "../ui/buttonLook.ts";

/** In place of the vote form on the page with the details: people vote by open link on a page of its own, which is small. */
export function GoToVote({ surveyId }: { surveyId: string }) {
  return (
    <div className="space-y-3">
      <p className="text-muted">{linkVotingTexts.toVoteText}</p>
      {/* With a target, so that the browser loads it: the app has no such page. */}
      <a href={`/surveydetails/${surveyId}`} target="_self" className={`${buttonLook("main", false)} w-full`}>
        {linkVotingTexts.toVote}
      </a>
    </div>
  );
}
