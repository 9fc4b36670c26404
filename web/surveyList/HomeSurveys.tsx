import * as cardTexts from "@survey-app/texts/cardTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../api/QueryError.tsx";
import { latestSurveys, mostVotedSurveys } from "../surveys/surveys.queries.ts";
import { classes } from "../ui/classes.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { SurveyGrid } from "./SurveyGrid.tsx";
import { SurveyGridSkeleton } from "./SurveyGridSkeleton.tsx";

const kinds = {
  voted: {
    id: "voted",
    query: mostVotedSurveys,
    heading: cardTexts.votedHeading,
    headingOf: cardTexts.votedHeadingOf,
    text: cardTexts.votedText,
    none: cardTexts.noneVoted,
  },
  recent: {
    id: "recent",
    query: latestSurveys,
    heading: cardTexts.recentHeading,
    headingOf: cardTexts.recentHeadingOf,
    text: cardTexts.recentText,
    none: cardTexts.noneRecent,
  },
} as const;

/** One of the home page's grids, headed with the number of cards shown (specification §2.2). */
export function HomeSurveys({ kind }: { kind: keyof typeof kinds }) {
  const { id, query, heading, headingOf, text, none } = kinds[kind];
  const surveys = useQuery(query());
  const { data, isPending, error } = surveys;
  const isEmpty = data?.length === 0;
  return (
    <section aria-labelledby={id} className={classes("frame py-5", !isEmpty && "sm:py-12")}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4 sm:mb-8">
        <div className="space-y-1">
          <h2 id={id} className="text-3xl">
            {data ? headingOf(data.length) : heading}
          </h2>
          <p className="text-muted">{isEmpty ? none : text}</p>
        </div>
        {!isEmpty && (
          <LinkButton look="quiet" small href="/surveysPages">
            {cardTexts.allSurveys}
          </LinkButton>
        )}
      </div>
      {isPending && <SurveyGridSkeleton />}
      {error && !data && <QueryError query={surveys} />}
      {data && !isEmpty && <SurveyGrid surveys={data} />}
    </section>
  );
}
