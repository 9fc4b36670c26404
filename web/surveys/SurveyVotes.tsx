import type { Survey } from "@survey-app/contract/surveys.ts";
import * as pageTexts from "../texts/pageTexts.ts";
import { Comments } from "../votes/Comments.tsx";
import { NewVotes } from "../votes/NewVotes.tsx";
import { VotesTable } from "../votes/VotesTable.tsx";

interface SurveyVotesProps {
  survey: Survey;
  ended: boolean;
  /** Voting has not started. */
  isPreview: boolean;
}

/** The comments on a survey, and all its votes. */
export function SurveyVotes({ survey, ended, isPreview }: SurveyVotesProps) {
  return (
    <>
      {!isPreview && <Comments survey={survey} />}
      <section aria-labelledby="votes" className="space-y-4">
        <div className="flex min-h-9 flex-wrap items-center gap-x-6 gap-y-3">
          <h2 id="votes" className="text-2xl">
            {pageTexts.allVotes}
          </h2>
          <NewVotes survey={survey} />
        </div>
        <VotesTable survey={survey} ended={ended} isPreview={isPreview} />
      </section>
    </>
  );
}
