import { ALL_LANGUAGES, isByLanguage, readLanguageList } from "@survey-app/contract/text/listedLanguages.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { nameOf } from "@survey-app/texts/languages.ts";
import * as listingTexts from "@survey-app/texts/listingTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { MoreRows } from "../api/MoreRows.tsx";
import { QueryError } from "../api/QueryError.tsx";
import { useSettings } from "../api/settings.ts";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { useSearchParams } from "../routing/address.ts";
import { useUser } from "../session/useSession.ts";
import { AskButton } from "../surveys/AskButton.tsx";
import { NoSurveys } from "../surveys/NoSurveys.tsx";
import { type ListingFilter, listedSurveys, readListingFilter } from "../surveys/surveys.queries.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { NOTHING_YET, totalOf } from "../ui/listEnd.ts";
import { useBrowserValue } from "../ui/useBrowserValue.ts";
import { ListingFilterBar } from "./ListingFilterBar.tsx";
import { findOwnLanguages, readRemembered, rememberListed } from "./listedLanguages.ts";
import { listingAddress } from "./listingAddress.ts";
import { SurveyGrid } from "./SurveyGrid.tsx";
import { SurveyGridSkeleton } from "./SurveyGridSkeleton.tsx";

/** All surveys, filtered and sorted as the URL says. */
export function SurveyListing() {
  const asked = readListingFilter(useSearchParams());
  // A page that the server sent has the remembered languages in its address; one that was opened from another page may
  // not.
  const remembered = useBrowserValue(readRemembered, "");
  const filter = { ...asked, languages: asked.languages || remembered };
  const reader = useUser()?._id ?? null;
  // While a new search loads, the results before it stay.
  const query = useInfiniteQuery({ ...listedSurveys(filter, reader), placeholderData: (previous) => previous });
  const surveys = query.data?.pages.flatMap(({ rows }) => rows);
  const end = query.data?.pages.at(-1) ?? NOTHING_YET;
  return (
    <>
      <ListingFilterBar filter={filter} />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 sm:mb-6">
        {/* Below each other on a phone, so that a link that only users have moves nothing. */}
        <div className="flex flex-wrap gap-x-4 gap-y-1.5 max-sm:flex-col max-sm:items-start">
          <StateFilter filter={filter} />
          <LanguageFilter filter={filter} />
        </div>
        <div className="flex grow flex-wrap items-center justify-between gap-x-6 max-sm:w-full sm:justify-end">
          <p
            role={filter.q ? "status" : undefined}
            className="text-sm wrap-anywhere text-muted tabular-nums"
            dir="auto"
          >
            {query.isPlaceholderData
              ? listingTexts.searching
              : surveys && describeTotal(filter, totalOf(end, surveys.length))}
          </p>
          {surveys && surveys.length > 0 && <LiveSwitch pace="list" />}
        </div>
      </div>
      {query.isPending && <SurveyGridSkeleton />}
      {query.isError && !query.data && <QueryError query={query} />}
      {surveys && surveys.length > 0 && (
        <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? "opacity-60" : undefined}>
          <SurveyGrid surveys={surveys} level={2} isFirst />
          <MoreRows query={query} />
        </div>
      )}
      {surveys?.length === 0 && query.hasNextPage && (
        <MoreRows query={query} text={listingTexts.noneSoFar} label={listingTexts.searchFurther} />
      )}
      {surveys?.length === 0 && !query.hasNextPage && !query.isPlaceholderData && <NoMatch filter={filter} />}
    </>
  );
}

/** "12 results for “coffee”", "50+ surveys" */
function describeTotal({ q }: ListingFilter, { count, hasMore }: ReturnType<typeof totalOf>): string {
  if (q) return (hasMore ? listingTexts.resultsAtLeast : listingTexts.results)(count, q);
  return (hasMore ? listingTexts.surveysAtLeast : listingTexts.surveys)(count);
}

/** Says why the list is empty, and what to do. */
function NoMatch({ filter }: { filter: ListingFilter }) {
  if (!filter.q && !isNarrowed(filter)) return <NoSurveys />;
  return (
    <EmptyState
      {...whyEmpty(filter)}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {isNarrowed(filter) && filter.q ? (
            <LinkButton href={listingAddress({ ...filter, ...everything(filter) })}>
              {listingTexts.searchAll}
            </LinkButton>
          ) : (
            <LinkButton href={listingAddress({ ...filter, ...everything(filter), by: "", sort: "" })}>
              {listingTexts.showAll}
            </LinkButton>
          )}
          <AskButton look="quiet" />
        </div>
      }
    />
  );
}

/** Whether a search leaves surveys out. */
const isNarrowed = ({ category, state, languages }: ListingFilter) =>
  category !== "none" || state !== "" || isByLanguage(languages);

/** A filter that doesn't leave any survey out, also where this browser remembers languages. */
const everything = (filter: ListingFilter) =>
  ({ category: "none", state: "", languages: isByLanguage(filter.languages) ? ALL_LANGUAGES : "" }) as const;

function whyEmpty(filter: ListingFilter) {
  const { q, state, category } = filter;
  const { title, text, narrowed } = listingTexts.noResults;
  if (q) return { kind: "search", title: title(q), text: isNarrowed(filter) ? narrowed : text } as const;
  return state === "unvoted" && category === "none" && !isByLanguage(filter.languages)
    ? ({ kind: "done", ...listingTexts.allVoted } as const)
    : ({ kind: "search", ...listingTexts.empty } as const);
}

/** Links to the listing's surveys in each state; only users have surveys that they have not voted on. */
function StateFilter({ filter }: { filter: ListingFilter }) {
  const isVisitor = useUser() === null;
  const shown = isVisitor && filter.state === "unvoted" ? "open" : filter.state;
  const states = (["", "open", "ended", "unvoted"] as const).filter((state) => state !== "unvoted" || !isVisitor);
  return (
    <nav aria-label={listingTexts.statesLabel} className="flex flex-wrap gap-1.5">
      {states.map((state) => (
        <LinkButton
          key={state}
          look="chip"
          small
          href={listingAddress({ ...filter, state })}
          aria-current={state === shown || undefined}
        >
          {listingTexts.states[state || "all"]}
        </LinkButton>
      ))}
    </nav>
  );
}

/**
 * Shows only surveys in the reader's languages, or all. The choice is in the address, and this browser remembers it.
 * Nothing where there is only one language.
 */
function LanguageFilter({ filter }: { filter: ListingFilter }) {
  const { languages } = useSettings();
  const own = useBrowserValue<string>(() => findOwnLanguages(languages).join(), LANGUAGE);
  if (languages.length === 1) return null;
  const isOn = isByLanguage(filter.languages);
  const shown = readLanguageList(isOn ? filter.languages : own, ",");
  return (
    <LinkButton
      look="chip"
      small
      href={listingAddress({ ...filter, languages: isOn ? ALL_LANGUAGES : own })}
      aria-current={isOn || undefined}
      title={shown.map(nameOf).join(" · ")}
      onClick={() => rememberListed(isOn ? [] : shown)}
    >
      {listingTexts.ownLanguages}
    </LinkButton>
  );
}
