import { endOf } from "@survey-app/contract/text/time.ts";
import type { Participation } from "@survey-app/contract/votes/votes.ts";
import * as participationTexts from "@survey-app/texts/participationTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedTable } from "../api/PagedTable.tsx";
import { pictureInList } from "../images/pictureInList.ts";
import { useSignedInUser } from "../session/useSession.ts";
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
    cell: ({ Title, ...pictured }) => (
      // Beside a larger picture, the title would have the width of one word.
      <span className="flex items-center gap-3 2xl:gap-4">
        <Picture
          {...pictureInList(pictured)}
          sizes="5rem"
          className="h-14 w-20 shrink-0 rounded-lg md:max-2xl:size-11"
        />
        <UserText of={{ Title, language: pictured.language }} className="min-w-0 font-semibold md:min-w-36" />
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
    sortBy: (participation) => Date.parse(endOf(participation) ?? LAST),
    cell: (participation) => <Deadline {...participation} />,
  },
  ...countColumns,
  {
    title: participationTexts.columns.view,
    isNumber: true,
    inLine: "last",
    cell: (participation) => <ViewLink participation={participation} />,
  },
];

/** Surveys without an end are sorted after all others. */
const LAST = "9999-12-31";

/** The deadline; of a survey that was closed early also when that was. */
function Deadline({
  closedAt,
  deadline,
  deadlineIsDay,
}: Pick<Participation, "closedAt" | "deadline" | "deadlineIsDay">) {
  const end = endOf({ closedAt, deadline });
  if (end === null) return participationTexts.noEnd;
  if (end === deadline) return <Day at={deadline} isDay={deadlineIsDay} />;
  return (
    <span>
      {participationTexts.closedEarly(<Day at={end} />)}
      {deadline !== null && (
        <span className="block text-sm text-muted">{participationTexts.planned(<Day at={deadline} />)}</span>
      )}
    </span>
  );
}

/** The surveys that the current user voted on, with their current results (specification §2.1). */
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
