import { formatCount } from "@survey-app/texts/numbers.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { formatTotal, type ListEnd, moreLabel, NOTHING_YET } from "../ui/listEnd.ts";
import { failureOf } from "./failure.ts";

/** The part of a list's query that is rendered. */
export interface PagedQuery<Row> {
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

interface MoreRowsProps {
  query: PagedQuery<unknown>;
  /** "Showing 24 of 1,000" */
  text?: string;
  label?: string;
}

/** The end of a list: how many rows are shown, a button for more, and why they could not be loaded. */
export function MoreRows({ query, text, label }: MoreRowsProps) {
  const pages = query.data?.pages ?? [];
  const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      {query.isFetchNextPageError && (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.fetchNextPage()} />
      )}
      <div className="mt-8 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
        <p className="text-sm text-muted tabular-nums">
          {text ?? uiTexts.showing(formatCount(shown), formatTotal(pages.at(-1) ?? NOTHING_YET, shown))}
        </p>
        {query.hasNextPage && (
          <Button look="quiet" small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {label ?? moreLabel(pages)}
          </Button>
        )}
      </div>
    </>
  );
}
