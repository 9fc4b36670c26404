import { PUBLISHED, type Survey, WAITING } from "@survey-app/contract/surveys.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { texts } from "../texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dot } from "../ui/Dot.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { formatCount } from "../ui/formatCount.ts";
import { MoreRows } from "../ui/MoreRows.tsx";
import { SearchBox } from "../ui/SearchBox.tsx";
import { Select } from "../ui/Select.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { PublishDialog } from "./PublishDialog.tsx";
import { SurveyDate } from "./SurveyDate.tsx";
import { type AdminFilter, allSurveys } from "./surveys.queries.ts";

const statuses = [
  { value: "", label: "All surveys" },
  { value: String(WAITING), label: texts.waiting },
  { value: String(PUBLISHED), label: texts.published },
];

/** Every survey with its publication, and the button that changes it (spec §4). */
export function AllSurveysTable() {
  const [filter, setFilter] = useState<AdminFilter>({ status: "", q: "" });
  const [chosen, setChosen] = useState<Survey | null>(null);
  const query = useInfiniteQuery({ ...allSurveys(filter), placeholderData: (previous) => previous });
  const surveys = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  return (
    <>
      <div className="mb-6 grid gap-3 sm:grid-cols-[1fr_16rem]">
        <SearchBox label="Search surveys" onSearch={(q) => setFilter({ ...filter, q })} />
        <Select
          label="Status"
          hideLabel
          value={filter.status}
          options={statuses}
          onChange={(status) => setFilter({ ...filter, status: status as AdminFilter["status"] })}
        />
      </div>
      {query.isPending && <Skeleton className="h-64 w-full" />}
      {query.isError && <ErrorPanel text={texts.noConnection} onRetry={() => void query.refetch()} />}
      {query.isSuccess && surveys.length === 0 && (
        <EmptyState title="No survey fits" text="Choose another status or another word." />
      )}
      {surveys.length > 0 && (
        <>
          <Table caption="All surveys" columns={columns(setChosen)} rows={surveys} rowKey={({ _id }) => _id} />
          <MoreRows
            text={texts.showing(formatCount(surveys.length), formatCount(query.data?.pages[0]?.total ?? 0))}
            label={texts.showMore}
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </>
      )}
      <PublishDialog survey={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

const columns = (choose: (survey: Survey) => void): readonly Column<Survey>[] => [
  {
    title: "Title",
    cell: ({ _id, Title, userName, email, createDate }) => (
      <>
        <a href={`/surveydetails/${_id}`} className="block font-semibold underline-offset-4 hover:underline">
          {Title}
        </a>
        <span className="text-sm text-muted">
          {userName} ({email}), from <SurveyDate at={createDate} />
        </span>
      </>
    ),
  },
  {
    title: "Status",
    cell: ({ status }) =>
      status === WAITING ? <Dot tone="no">{texts.waiting}</Dot> : <Dot tone="yes">{texts.published}</Dot>,
  },
  { title: "Votes", isNumber: true, cell: ({ totalVotes }) => formatCount(totalVotes) },
  {
    title: "Change",
    isNumber: true,
    cell: (survey) => (
      <Button
        look={survey.status === WAITING ? "main" : "quiet"}
        small
        aria-label={`${actionOf(survey)}: ${survey.Title}`}
        onClick={() => choose(survey)}
      >
        {actionOf(survey)}
      </Button>
    ),
  },
];

/** The spec's words: status 1 shows publish, any other unpublish. */
const actionOf = ({ status }: Survey) => (status === WAITING ? "publish" : "unpublish");
