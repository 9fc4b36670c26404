import type { Vote } from "@survey-app/contract/votes.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { useSession } from "../session/useSession.ts";
import { texts } from "../texts/texts.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { formatCount } from "../ui/formatCount.ts";
import { MoreRows } from "../ui/MoreRows.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { VoteWord } from "./VoteWord.tsx";
import { surveyVotes } from "./votes.queries.ts";

const columns: readonly Column<Vote>[] = [
  {
    title: "Name",
    cell: ({ userName, isOwn }) => (
      <span className="font-medium">
        <UserText>{userName}</UserText>{" "}
        {isOwn && <span className="rounded-md bg-accent-soft px-1.5 py-0.5 text-sm text-accent">you</span>}
      </span>
    ),
  },
  { title: "Email", cell: ({ email }) => <UserText className="inline-block text-muted md:min-w-36">{email}</UserText> },
  { title: "Vote", cell: ({ vote }) => <VoteWord vote={vote} /> },
  {
    title: "Report",
    cell: ({ inapp }) => (inapp ? <UserText className="whitespace-pre-line">{inapp}</UserText> : null),
  },
  {
    title: "Comments",
    cell: ({ comments }) => (comments ? <UserText className="whitespace-pre-line">{comments}</UserText> : null),
  },
];

interface VotesTableProps {
  surveyId: string;
  ended: boolean;
  /** Voting has not started. */
  isPreview: boolean;
}

/** All votes on a survey, newest first, paginated. */
export function VotesTable({ surveyId, ended, isPreview }: VotesTableProps) {
  const session = useSession();
  const reader = session.phase === "signedIn" ? session.user._id : null;
  const query = useInfiniteQuery({
    ...surveyVotes(surveyId, reader),
    // Signing in changes the data, not the position on the page.
    placeholderData: (previous) => previous,
  });
  if (query.isPending) return <Skeleton className="h-64 w-full" />;
  if (!query.data) return <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />;
  const votes = query.data.pages.flatMap(({ rows }) => rows);
  if (votes.length === 0)
    return ended ? (
      <EmptyState title="No votes" text="This survey ended before anyone voted." />
    ) : (
      <EmptyState title="No votes yet" text={isPreview ? "Votes will appear here." : "Yours would be the first."} />
    );
  return (
    <>
      <Table caption="All votes, newest first" columns={columns} rows={votes} rowKey={({ _id }) => _id} />
      {query.isFetchNextPageError && (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.fetchNextPage()} />
      )}
      <MoreRows
        text={texts.showing(formatCount(votes.length), formatCount(query.data.pages[0]?.total ?? 0))}
        label={texts.showMore}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}
