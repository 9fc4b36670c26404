import { namesVoters } from "@survey-app/contract/ballots/ballots.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as ballotTexts from "@survey-app/texts/ballotTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { useRef } from "react";
import { Comments } from "../votes/Comments.tsx";
import { LockNote } from "../votes/LockNote.tsx";
import { NewVotes } from "../votes/NewVotes.tsx";
import { VotesTable } from "../votes/VotesTable.tsx";

interface SurveyVotesProps {
  survey: Survey;
  isOver: boolean;
  /** Voting has not started. */
  isPreview: boolean;
}

/** The comments on a survey, and all its votes, if those are public. */
export function SurveyVotes({ survey, isOver, isPreview }: SurveyVotesProps) {
  const isNamed = namesVoters(survey);
  const section = useRef<HTMLElement>(null);
  return (
    <>
      {!isPreview && <Comments survey={survey} />}
      <section ref={section} aria-labelledby="votes" tabIndex={-1} className="scroll-mt-24 space-y-4 outline-none">
        <div className="flex min-h-9 flex-wrap items-center gap-x-6 gap-y-3">
          <h2 id="votes" className="text-2xl">
            {isNamed ? pageTexts.allVotes : pageTexts.votes}
          </h2>
          {isNamed && <NewVotes survey={survey} onShown={() => section.current?.focus({ preventScroll: true })} />}
        </div>
        {isNamed ? (
          <VotesTable survey={survey} isOver={isOver} isPreview={isPreview} />
        ) : (
          <LockNote text={ballotTexts.privateVotes[survey.privacy]} />
        )}
      </section>
    </>
  );
}
