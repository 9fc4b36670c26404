import { PUBLISHED, type Survey, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PagedTable } from "../api/PagedTable.tsx";
import { allSurveys } from "../managing/managed.queries.ts";
import { useListFilter } from "../routing/useListFilter.ts";
import { NoSurveys } from "../surveys/NoSurveys.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FilterBar } from "../ui/FilterBar.tsx";
import type { Column } from "../ui/Table.tsx";

const statuses = [
  { value: "", label: surveyTexts.allSurveys },
  { value: String(WAITING), label: surveyTexts.unpublished },
  { value: String(PUBLISHED), label: surveyTexts.published },
];

interface FilteredSurveysProps {
  caption: string;
  columns: readonly Column<Survey>[];
  /** A dialog about a survey of the list. */
  dialog?: (list: readonly Survey[]) => ReactNode;
  /** The content below: it appears together with the surveys, whose table would push it away. */
  children?: ReactNode;
}

/** For admins: a table of all surveys with a filter. */
export function FilteredSurveys({ caption, columns, dialog, children }: FilteredSurveysProps) {
  const { filter, bar } = useListFilter<"status", "1" | "2">("status", statuses);
  const query = useInfiniteQuery({ ...allSurveys(filter), placeholderData: (previous) => previous });
  return (
    <>
      <FilterBar
        searchLabel={surveyTexts.searchSurveys}
        choiceLabel={surveyTexts.columns.status}
        className="mb-6 sm:grid-cols-[minmax(0,1fr)_min(16rem,45%)]"
        {...bar}
      />
      <PagedTable
        query={query}
        caption={caption}
        columns={columns}
        empty={
          filter.q || filter.status ? (
            <EmptyState kind="search" title={surveyTexts.noneFound} text={surveyTexts.noneFoundText} />
          ) : (
            <NoSurveys />
          )
        }
      />
      {/* A list that failed is pending again when it is fetched again: what is typed below stays. */}
      {(query.isFetched || !query.isPending) && children}
      {dialog?.(query.data?.pages.flatMap(({ rows }) => rows) ?? [])}
    </>
  );
}
