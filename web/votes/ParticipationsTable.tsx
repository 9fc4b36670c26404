import type { Participation } from "@survey-app/contract/votes.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedTable } from "../api/PagedTable.tsx";
import { pictureSources } from "../images/pictureSources.ts";
import { useSignedInUser } from "../session/useSession.ts";
import * as participationTexts from "../texts/participationTexts.ts";
import * as voteTexts from "../texts/voteTexts.ts";
import { Day } from "../ui/Day.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Picture } from "../ui/Picture.tsx";
import type { Column } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { countColumns } from "./countColumns.ts";
import { participations } from "./participations.queries.ts";
import { ViewLink } from "./ViewLink.tsx";
import { VoteWord } from "./VoteWord.tsx";

const columns: readonly Column<Participation>[] = [
  {
    title: participationTexts.columns.title,
    inLine: "start",
    sortBy: ({ Title }) => Title,
    cell: ({ Title, image, category }) => (
      <span className="flex items-center gap-4">
        <Picture {...pictureSources(image, category)} sizes="5rem" className="h-14 w-20 shrink-0 rounded-lg" />
        <UserText className="min-w-0 font-semibold">{Title}</UserText>
      </span>
    ),
  },
  {
    title: participationTexts.columns.vote,
    inLine: "lastNamed",
    sortBy: ({ vote }) => vote ?? -1,
    cell: ({ vote }) => (vote === null ? voteTexts.secretVote : <VoteWord vote={vote} />),
  },
  {
    title: participationTexts.columns.deadline,
    inLine: "lastNamed",
    sortBy: ({ deadline }) => (deadline ? Date.parse(deadline) : Number.MAX_SAFE_INTEGER),
    cell: ({ deadline }) => (deadline ? <Day at={deadline} /> : participationTexts.noEnd),
  },
  ...countColumns,
  {
    title: participationTexts.columns.view,
    isNumber: true,
    inLine: "last",
    cell: (participation) => <ViewLink participation={participation} />,
  },
];

/** The surveys that the current user voted on, with their current results (spec §2). */
export function ParticipationsTable() {
  const { email } = useSignedInUser();
  const query = useInfiniteQuery(participations("participated", email));
  return (
    <PagedTable
      query={query}
      empty={
        <EmptyState
          title={participationTexts.none}
          text={participationTexts.noneText}
          action={<LinkButton href="/surveysPages">{participationTexts.allSurveys}</LinkButton>}
        />
      }
      caption={participationTexts.caption}
      columns={columns}
    />
  );
}
