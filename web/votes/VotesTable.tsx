import { sealsEarlierAnswers } from "@survey-app/contract/ballots/ballots.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import type { Vote } from "@survey-app/contract/votes/votes.ts";
import * as ballotTexts from "@survey-app/texts/ballotTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MoreRows } from "../api/MoreRows.tsx";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { useLateDialog } from "../api/useLateDialog.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { HiddenNote } from "./HiddenNote.tsx";
import { useVotesReader } from "./useVotesReader.ts";
import { VoteWord } from "./VoteWord.tsx";
import { ALL_VOTES, surveyVotes } from "./votes.queries.ts";

/**
 * On a phone, name and vote are the first line; email, report and comment stand smaller below it (specification §2.4).
 */
const columns: readonly Column<Vote>[] = [
  {
    title: voteTexts.columns.name,
    inLine: "start",
    cell: ({ userName, isOwn }) => (
      <span className="font-medium">
        <UserText>{personName(userName)}</UserText>{" "}
        {isOwn && <span className="rounded-md bg-accent-soft px-1.5 py-0.5 text-sm text-accent">{voteTexts.you}</span>}
      </span>
    ),
  },
  {
    title: voteTexts.columns.email,
    inLine: "below",
    cell: ({ email }) => (
      <span className="inline-block text-muted md:min-w-36">
        <UserText>{email}</UserText>
      </span>
    ),
  },
  {
    title: voteTexts.columns.vote,
    inLine: "end",
    cell: ({ vote, isChanged }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {vote === null ? voteTexts.secretVote : <VoteWord vote={vote} />}
        {isChanged && <span className="text-sm text-muted">{voteTexts.marked}</span>}
      </span>
    ),
  },
  {
    title: voteTexts.columns.report,
    inLine: "belowNamed",
    cell: ({ inapp }) => (inapp ? <UserText className="whitespace-pre-line">{inapp}</UserText> : null),
  },
  {
    title: voteTexts.columns.comments,
    inLine: "belowNamed",
    cell: ({ comments }) => (comments ? <UserText className="whitespace-pre-line">{comments}</UserText> : null),
  },
];

/** With fewer votes all of them are in view. */
const FILTER_FROM = 12;

interface VotesTableProps {
  survey: Survey;
  isOver: boolean;
  /** Voting has not started. */
  isPreview: boolean;
}

/**
 * All votes on a survey, newest first, or by name where earlier answers stay sealed, paginated; while the result is
 * hidden only the reader's own.
 */
export function VotesTable({ survey, isOver, isPreview }: VotesTableProps) {
  const reader = useVotesReader(survey._id);
  const [filter, setFilter] = useState(ALL_VOTES);
  // Few readers look for single votes, so the fields load on demand.
  const {
    Dialog: FilterBar,
    isOpen,
    open,
  } = useLateDialog(async () => (await import("./VotesFilterBar.tsx")).VotesFilterBar);
  const isFiltered = filter.q !== "" || filter.shown !== "";
  const query = useInfiniteQuery({
    ...surveyVotes(survey._id, reader, filter),
    // Signing in or a filter changes the data, not the position on the page.
    placeholderData: (previous) => previous,
  });
  if (!query.data) return <QueryFallback query={query} className="h-64 w-full" />;
  const votes = query.data.pages.flatMap(({ rows }) => rows);
  const [first] = query.data.pages;
  const isHidden = !survey.resultsVisible && survey.participants > 0;
  if (votes.length === 0 && isHidden) return <HiddenNote survey={survey} texts={ballotTexts.hiddenVotes} />;
  // The list is from before the result opened, and is being read again.
  if (votes.length === 0 && !isFiltered && isOver && survey.participants > 0)
    return <Skeleton className="h-64 w-full" />;
  if (votes.length === 0 && !isFiltered)
    return isOver ? (
      <EmptyState title={voteTexts.noVotesAtEnd} text={voteTexts.noVotesAtEndText} />
    ) : (
      <EmptyState title={voteTexts.noVotes} text={isPreview ? voteTexts.willAppear : voteTexts.beFirst} />
    );
  return (
    <>
      {isHidden && <HiddenNote survey={survey} texts={ballotTexts.hiddenVotes} />}
      {!isHidden && survey.participants >= FILTER_FROM && (
        <div className="min-h-11 print:hidden">
          {FilterBar && isOpen ? (
            <FilterBar
              filter={filter}
              survey={survey}
              onChange={(change) => setFilter((before) => ({ ...before, ...change }))}
            />
          ) : (
            <Button look="quiet" small onClick={open}>
              <Icon path={innerIcons.search} size={16} /> {voteTexts.findVotes}
            </Button>
          )}
        </div>
      )}
      {votes.length > 0 ? (
        <Table caption={isFiltered ? voteTexts.shownVotes : voteTexts.allVotes} columns={columns} rows={votes} />
      ) : (
        !query.hasNextPage && (
          <EmptyState kind="search" title={voteTexts.nothingMatches} text={voteTexts.nothingMatchesText} />
        )
      )}
      {(filter.q !== "" || sealsEarlierAnswers(survey)) && first?.isMinimum && (
        <p className="text-sm text-muted">{voteTexts.moreNames}</p>
      )}
      <MoreRows query={query} />
    </>
  );
}
