import type { Answer } from "@survey-app/contract/ledger.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { UNSURE } from "@survey-app/contract/votes.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PagedList } from "../api/PagedList.tsx";
import { useUser } from "../session/useSession.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";
import * as commentTexts from "../texts/commentTexts.ts";
import { Button } from "../ui/Button.tsx";
import { AddComment } from "./AddComment.tsx";
import { CommentList } from "./CommentList.tsx";
import { surveyComments } from "./comments.queries.ts";
import { HiddenNote } from "./HiddenNote.tsx";

/**
 * A survey's comments, newest first: all, or of one choice; while the result is hidden only the reader's own. Where votes are
 * not public, they are sorted by name and can't be filtered. Members add theirs here.
 */
export function Comments({ survey }: { survey: Survey }) {
  if (survey.privacy !== "secret") return <ListedComments survey={survey} />;
  return (
    <section aria-labelledby="comments" className="space-y-5">
      <h2 id="comments" className="text-2xl">
        {commentTexts.title}
      </h2>
      <p className="text-muted">{commentTexts.noneWhereSecret}</p>
    </section>
  );
}

function ListedComments({ survey }: { survey: Survey }) {
  const reader = useUser()?._id ?? null;
  const [vote, setVote] = useState<Answer | undefined>(undefined);
  const query = useInfiniteQuery({
    ...surveyComments(survey._id, reader, vote),
    // Signing in or another filter changes the rows, not the position on the page.
    placeholderData: (previous) => previous,
  });
  const isEmpty = vote === undefined && query.data?.pages[0]?.rows.length === 0;
  const isNamed = survey.privacy === "named";
  const filters = commentTexts.filters.filter((filter) => filter.vote !== UNSURE || survey.unsure);
  return (
    <section aria-labelledby="comments" className="space-y-5">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="comments" tabIndex={-1} className="scroll-mt-24 text-2xl outline-none">
          {commentTexts.title}
        </h2>
        {query.data && !isEmpty && isNamed && survey.resultsVisible && (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{commentTexts.filter}</legend>
            {filters.map((filter) => (
              <Button
                key={filter.label}
                look={filter.vote === vote ? "main" : "quiet"}
                small
                aria-pressed={filter.vote === vote}
                onClick={() => setVote(filter.vote)}
              >
                {filter.label}
              </Button>
            ))}
          </fieldset>
        )}
      </div>
      <AddComment survey={survey} />
      {!survey.resultsVisible && (
        <HiddenNote survey={survey} text={isNamed ? ballotTexts.hiddenComments : ballotTexts.hiddenNamedComments} />
      )}
      <PagedList
        query={query}
        empty={
          survey.resultsVisible && (
            <p className="text-muted">{vote === undefined ? commentTexts.none : commentTexts.noneOfChoice}</p>
          )
        }
      >
        {(rows) => <CommentList surveyId={survey._id} comments={rows} />}
      </PagedList>
    </section>
  );
}
