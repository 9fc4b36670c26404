import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import type { ReactNode } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";
import { MoreRows, type PagedQuery } from "./MoreRows.tsx";
import { QueryError } from "./QueryError.tsx";

interface PagedListProps<Row> {
  query: PagedQuery<Row>;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Shown below the rows; by default the number of loaded rows, and a button for more. */
  end?: ReactNode;
  /** Renders the loaded rows. */
  children: (rows: Row[], isComplete: boolean) => ReactNode;
}

/** A paginated list: its skeleton, its rows and their number, its empty state, its error. */
export function PagedList<Row>({ query, empty, end = <MoreRows query={query} />, children }: PagedListProps<Row>) {
  if (query.isPending) {
    return (
      <div role="status" aria-label={uiTexts.loading}>
        <Skeleton className="h-64 w-full" />
      </div>
    );
  }
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div aria-busy={query.isPlaceholderData} className="space-y-6">
      {rows.length > 0 && (
        <>
          {children(rows, !query.hasNextPage && !query.isPlaceholderData)}
          {/* Loaded rows stay. The layout reports when they could not be refreshed. */}
          {end}
        </>
      )}
      {rows.length === 0 && (query.isError ? <QueryError query={query} /> : empty)}
    </div>
  );
}
