import type { Survey } from "@survey-app/contract/surveys.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PagedList } from "../api/PagedList.tsx";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { AdminFilterBar } from "./AdminFilterBar.tsx";
import { allSurveys } from "./managed.queries.ts";
import { useAdminFilter } from "./useAdminFilter.ts";

interface FilteredSurveysProps {
  caption: string;
  columns: readonly Column<Survey>[];
  /** A dialog about a survey of the list. */
  dialog?: (list: readonly Survey[]) => ReactNode;
}

/** For admins: a table of all surveys with a filter. */
export function FilteredSurveys({ caption, columns, dialog }: FilteredSurveysProps) {
  const [filter, setFilter] = useAdminFilter();
  const query = useInfiniteQuery({ ...allSurveys(filter), placeholderData: (previous) => previous });
  return (
    <>
      <AdminFilterBar filter={filter} onChange={setFilter} />
      <PagedList
        query={query}
        empty={<EmptyState kind="search" title={surveyTexts.noneFound} text={surveyTexts.noneFoundText} />}
      >
        {(surveys, isComplete) => <Table caption={caption} columns={columns} rows={surveys} isComplete={isComplete} />}
      </PagedList>
      {dialog?.(query.data?.pages.flatMap(({ rows }) => rows) ?? [])}
    </>
  );
}
