import { formatCount } from "@survey-app/contract/formatCount.ts";
import type { ReactNode } from "react";
import * as uiTexts from "../texts/uiTexts.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { formatTotal, type ListEnd, moreLabel, NOTHING_YET } from "../ui/listEnd.ts";
import { MoreRows } from "../ui/MoreRows.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { failureOf } from "./failure.ts";

/** The part of a list's query that is rendered. */
interface PagedQuery<Row> {
  data: { pages: readonly ({ rows: Row[] } & ListEnd)[] } | undefined;
  isPending: boolean;
  isError: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
}

interface PagedListProps<Row> {
  query: PagedQuery<Row>;
  /** Shown when there are no rows. */
  empty: ReactNode;
  skeleton?: ReactNode;
  /** Renders the loaded rows. */
  children: (rows: Row[], isComplete: boolean) => ReactNode;
}

/** A paginated list: its skeleton, its rows and their number, its empty state, its error. */
export function PagedList<Row>({ query, empty, skeleton, children }: PagedListProps<Row>) {
  if (query.isPending) {
    return (
      <div role="status" aria-label={uiTexts.loading}>
        {skeleton ?? <Skeleton className="h-64 w-full" />}
      </div>
    );
  }
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const end = query.data?.pages.at(-1) ?? NOTHING_YET;
  const retry = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());
  return (
    <div aria-busy={query.isPlaceholderData} className="space-y-6">
      {rows.length > 0 && children(rows, !query.hasNextPage && !query.isPlaceholderData)}
      {rows.length === 0 && !query.isError && empty}
      {/* Loaded rows stay. The layout reports when they could not be refreshed. */}
      {query.isError && (!query.data || query.isFetchNextPageError) && (
        <ErrorPanel {...failureOf(query.error)} onRetry={retry} />
      )}
      {rows.length > 0 && (
        <MoreRows
          text={uiTexts.showing(formatCount(rows.length), formatTotal(end, rows.length))}
          label={moreLabel(query.data?.pages ?? [])}
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </div>
  );
}
