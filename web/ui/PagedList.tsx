import type { ReactNode } from "react";
import { ErrorPanel } from "./ErrorPanel.tsx";
import { formatCount, formatTotal, type ListEnd, NOTHING_YET } from "./formatCount.ts";
import { MoreRows } from "./MoreRows.tsx";
import { Skeleton } from "./Skeleton.tsx";

/** What a list's query tells, as far as it is drawn. */
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

/** What every list says. */
export interface ListWords {
  showMore: string;
  showing: (shown: string, total: string) => string;
  explain: (error: unknown) => { text: string; requestId: string | undefined };
}

interface PagedListProps<Row> {
  query: PagedQuery<Row>;
  words: ListWords;
  /** Stands where there are no rows. */
  empty: ReactNode;
  skeleton?: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** A list that comes page by page: its skeleton, its rows and how many there are, its emptiness, its failure. */
export function PagedList<Row>({ query, words, empty, skeleton, children }: PagedListProps<Row>) {
  if (query.isPending) {
    return (
      <div role="status" aria-label="Loading">
        {skeleton ?? <Skeleton className="h-64 w-full" />}
      </div>
    );
  }
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const end = query.data?.pages.at(-1) ?? NOTHING_YET;
  const retry = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());
  return (
    <div aria-busy={query.isPlaceholderData} className="space-y-6">
      {rows.length > 0 && children(rows)}
      {rows.length === 0 && !query.isError && empty}
      {/* The rows that are here stay. The frame of the page says it when they could not be read again. */}
      {query.isError && (!query.data || query.isFetchNextPageError) && (
        <ErrorPanel {...words.explain(query.error)} onRetry={retry} />
      )}
      {rows.length > 0 && (
        <MoreRows
          text={words.showing(formatCount(rows.length), formatTotal(end, rows.length))}
          label={words.showMore}
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </div>
  );
}
