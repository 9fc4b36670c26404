import { namesVoters, takesComments } from "@survey-app/contract/ballots/ballots.ts";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import type { Comment } from "@survey-app/contract/votes/comments.ts";
import { NO, UNSURE, YES } from "@survey-app/contract/votes/votes.ts";
import * as ballotTexts from "@survey-app/texts/ballotTexts.ts";
import * as commentTexts from "@survey-app/texts/commentTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PagedList } from "../api/PagedList.tsx";
import { useConfirmation } from "../api/useConfirmation.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { AddComment } from "./AddComment.tsx";
import { surveyComments } from "./comments.queries.ts";
import { HiddenNote } from "./HiddenNote.tsx";
import { useRemoveComment } from "./useComment.ts";
import { useVotesReader } from "./useVotesReader.ts";
import { VoteWord } from "./VoteWord.tsx";

const filters = [
  { label: commentTexts.filters.newest, vote: undefined },
  { label: commentTexts.filters.yes, vote: YES },
  { label: commentTexts.filters.no, vote: NO },
  { label: commentTexts.filters.unsure, vote: UNSURE },
] as const;

/**
 * A survey's comments, newest first: all, or of one choice; while the result is hidden only the reader's own. Where
 * votes are not public, they are sorted by name and can't be filtered. Members add theirs here.
 */
export function Comments({ survey }: { survey: Survey }) {
  if (takesComments(survey)) return <ListedComments survey={survey} />;
  return (
    <section aria-labelledby="comments" className="space-y-5">
      <h2 id="comments" className="text-2xl">
        {commentTexts.title}
      </h2>
      <p className="text-muted">
        {survey.electorate === "link" ? commentTexts.noneByLink : commentTexts.noneWhereSecret}
      </p>
    </section>
  );
}

function ListedComments({ survey }: { survey: Survey }) {
  const reader = useVotesReader(survey._id);
  const [vote, setVote] = useState<Answer | undefined>(undefined);
  const query = useInfiniteQuery({
    ...surveyComments(survey._id, reader, vote),
    // Signing in or another filter changes the rows, not the position on the page.
    placeholderData: (previous) => previous,
  });
  const isEmpty = vote === undefined && query.data?.pages[0]?.rows.length === 0;
  const isNamed = namesVoters(survey);
  const offered = filters.filter((filter) => filter.vote !== UNSURE || survey.unsure);
  return (
    <section
      id="comments"
      aria-labelledby="comments-title"
      tabIndex={-1}
      className="scroll-mt-24 space-y-5 outline-none"
    >
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="comments-title" className="text-2xl">
          {commentTexts.title}
        </h2>
        {query.data && !isEmpty && isNamed && survey.resultsVisible && (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{commentTexts.filter}</legend>
            {offered.map((filter) => (
              <Button
                key={filter.label}
                look="chip"
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
        <HiddenNote survey={survey} texts={isNamed ? ballotTexts.hiddenComments : ballotTexts.hiddenNamedComments} />
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

/** Comments with name, and with vote and time where those are public; the user's own one can be removed. */
function CommentList({ surveyId, comments }: { surveyId: string; comments: readonly Comment[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {comments.map(({ _id, userName, vote, comments: text, commentedAt, isOwn }) => (
        <li key={_id} className="space-y-1 py-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <UserText className="font-semibold">{personName(userName)}</UserText>
            {isOwn && (
              <span className="rounded-md bg-accent-soft px-1.5 py-0.5 text-sm text-accent">{commentTexts.you}</span>
            )}
            {vote !== null && <VoteWord vote={vote} />}
            {commentedAt !== null && (
              <span className="text-sm text-muted">
                <Day at={commentedAt} withTime />
              </span>
            )}
            {isOwn && <RemoveComment surveyId={surveyId} />}
          </div>
          <UserText as="p" className="max-w-prose whitespace-pre-line">
            {text}
          </UserText>
        </li>
      ))}
    </ul>
  );
}

function RemoveComment({ surveyId }: { surveyId: string }) {
  const [isOpen, setOpen] = useState(false);
  const confirmation = useConfirmation(useRemoveComment(surveyId), {
    subject: isOpen ? undefined : null,
    onDone: () => {
      toast(commentTexts.removed);
      // The button that had the focus is gone.
      document.getElementById("comments")?.focus();
    },
    onClose: () => setOpen(false),
  });
  return (
    <>
      <Button look="plain" small className="ms-auto" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {commentTexts.remove}
      </Button>
      <ConfirmDialog title={commentTexts.removeTitle} label={commentTexts.remove} look="danger" {...confirmation}>
        {commentTexts.removeText}
      </ConfirmDialog>
    </>
  );
}
