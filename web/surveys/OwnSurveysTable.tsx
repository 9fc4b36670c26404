import { CATEGORIES, type Survey } from "@survey-app/contract/surveys.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSignedInUser } from "../session/useSession.ts";
import { texts } from "../texts.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { formatCount } from "../ui/formatCount.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { MoreRows } from "../ui/MoreRows.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { Tally } from "../ui/Tally.tsx";
import { SurveyDate } from "./SurveyDate.tsx";
import { SurveyState } from "./SurveyState.tsx";
import { ownSurveys } from "./surveys.queries.ts";

const title: Column<Survey> = {
  title: "Title",
  cell: ({ _id, Title }) => (
    <a href={`/surveydetails/${_id}`} className="font-semibold underline-offset-4 hover:underline">
      {Title}
    </a>
  ),
};
const category: Column<Survey> = { title: "Category", cell: ({ category: stored }) => CATEGORIES[stored] };
const dates: Column<Survey> = {
  title: "Dates",
  cell: ({ createDate, deadline }) => (
    <>
      <SurveyDate at={createDate} />{" "}
      <span className="whitespace-nowrap">
        {deadline ? (
          <>
            to <SurveyDate at={deadline} />
          </>
        ) : (
          "no end"
        )}
      </span>
    </>
  ),
};
const state: Column<Survey> = { title: "State", cell: (survey) => <SurveyState survey={survey} /> };
const tally: Column<Survey> = {
  title: "Result",
  cell: ({ yesVotes, totalVotes }) => (
    <div className="md:w-52">
      <Tally yes={yesVotes} total={totalVotes} size="small" sentence={false} />
    </div>
  ),
};
const numbers: readonly Column<Survey>[] = [
  { title: "Yes", isNumber: true, cell: ({ yesVotes }) => formatCount(yesVotes) },
  { title: "No", isNumber: true, cell: ({ noVotes }) => formatCount(noVotes) },
  { title: "Total", isNumber: true, cell: ({ totalVotes }) => formatCount(totalVotes) },
];

const shapes = {
  full: [title, category, dates, state, ...numbers],
  results: [title, state, tally, ...numbers],
} as const;

/** The surveys of the person signed in: all about them, or their results. */
export function OwnSurveysTable({ shape }: { shape: keyof typeof shapes }) {
  const { email } = useSignedInUser();
  const query = useInfiniteQuery(ownSurveys(email));
  if (query.isPending) return <Skeleton className="h-64 w-full" />;
  if (query.isError) return <ErrorPanel text={texts.noConnection} onRetry={() => void query.refetch()} />;
  const surveys = query.data.pages.flatMap(({ rows }) => rows);
  if (surveys.length === 0) {
    return (
      <EmptyState
        title="You have no surveys yet"
        text="Your first one takes a question, a picture and a minute."
        action={<LinkButton href="/dashboard/surveyAdd">ADD a survey</LinkButton>}
      />
    );
  }
  return (
    <>
      <Table caption="Your surveys" columns={shapes[shape]} rows={surveys} rowKey={({ _id }) => _id} />
      <MoreRows
        text={texts.showing(formatCount(surveys.length), formatCount(query.data.pages[0]?.total ?? 0))}
        label={texts.showMore}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}
