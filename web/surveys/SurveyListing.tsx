import { useInfiniteQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { useSearchText } from "../routing/address.ts";
import { texts } from "../texts/texts.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { formatCount, formatTotal, NOTHING_YET } from "../ui/formatCount.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { MoreRows } from "../ui/MoreRows.tsx";
import { ListingFilterBar } from "./ListingFilterBar.tsx";
import { LiveSwitch } from "./LiveSwitch.tsx";
import type { CardMark } from "./SurveyCard.tsx";
import { SurveyGrid } from "./SurveyGrid.tsx";
import { SurveyGridSkeleton } from "./SurveyGridSkeleton.tsx";
import { listedSurveys, readListingFilter } from "./surveys.queries.ts";

/** All surveys, filtered and sorted as the URL says. */
export function SurveyListing({ Mark }: { Mark: CardMark }) {
  const filter = readListingFilter(new URLSearchParams(useSearchText()));
  const query = useInfiniteQuery(listedSurveys(filter));
  const surveys = query.data?.pages.flatMap(({ rows }) => rows);
  const end = query.data?.pages.at(-1) ?? NOTHING_YET;
  return (
    <>
      <ListingFilterBar filter={filter} />
      {query.isPending && <SurveyGridSkeleton />}
      {query.isError && !query.data && <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />}
      {surveys && surveys.length > 0 && (
        <>
          <div className="mb-3 flex justify-end">
            <LiveSwitch />
          </div>
          <SurveyGrid surveys={surveys} level={2} isFirst Mark={Mark} />
          {query.isFetchNextPageError && (
            <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.fetchNextPage()} />
          )}
          <MoreRows
            text={texts.showing(formatCount(surveys.length), formatTotal(end, surveys.length))}
            label={texts.showMore}
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </>
      )}
      {surveys?.length === 0 && query.hasNextPage && (
        <MoreRows
          text="No results so far. There are more surveys to search."
          label="Search further"
          hasMore
          isLoading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      )}
      {surveys?.length === 0 && !query.hasNextPage && (
        <EmptyState
          title={filter.q ? `No results for “${filter.q}”` : "No surveys in this category yet"}
          text={filter.q ? "Check the spelling, or try another word." : "Published surveys will appear here."}
          action={<LinkButton href="/surveysPages">Show all surveys</LinkButton>}
        />
      )}
    </>
  );
}
