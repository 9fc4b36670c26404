import { personName } from "@survey-app/contract/users/personName.ts";
import type { Vote } from "@survey-app/contract/votes/votes.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedTable } from "../api/PagedTable.tsx";
import { useSignedInUser } from "../session/useSession.ts";
import { EmailText } from "../ui/EmailText.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import type { Column } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { collectedVotes } from "./collected.queries.ts";
import { VoteWord } from "./VoteWord.tsx";

const columns: readonly Column<Vote>[] = [
  {
    title: voteTexts.columns.email,
    cell: ({ email }) => (
      <span className="inline-block font-medium md:min-w-44 xl:min-w-60">
        <EmailText>{email}</EmailText>
      </span>
    ),
  },
  {
    title: voteTexts.columns.name,
    cell: ({ userName }) => (
      <span className="inline-block md:min-w-28">
        <UserText>{personName(userName)}</UserText>
      </span>
    ),
  },
  {
    title: voteTexts.columns.vote,
    cell: ({ vote }) => (vote === null ? voteTexts.secretVote : <VoteWord vote={vote} />),
  },
  {
    title: voteTexts.columns.reportedText,
    cell: ({ inapp }) => (inapp ? <UserText className="whitespace-pre-line">{inapp}</UserText> : null),
  },
  {
    title: voteTexts.comment,
    cell: ({ comments }) => (comments ? <UserText className="whitespace-pre-line">{comments}</UserText> : null),
  },
];

/** All votes on a survey, with comments and reports: for its owner and admins (specification §2.1). */
export function CollectedVotesTable({ surveyId }: { surveyId: string }) {
  const { _id } = useSignedInUser();
  const query = useInfiniteQuery(collectedVotes(surveyId, _id));
  return (
    <PagedTable
      query={query}
      empty={
        <EmptyState
          title={voteTexts.noVotesCollected}
          text={voteTexts.willAppear}
          action={<LinkButton href={`/surveydetails/${surveyId}`}>{voteTexts.seeSurvey}</LinkButton>}
        />
      }
      caption={voteTexts.collected}
      columns={columns}
    />
  );
}
