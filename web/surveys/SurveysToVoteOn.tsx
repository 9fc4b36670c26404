import { hasEnded, type Survey } from "@survey-app/contract/surveys.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { serverNow } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { LiveSwitch } from "./LiveSwitch.tsx";
import { SurveyGrid } from "./SurveyGrid.tsx";
import { SurveyGridSkeleton } from "./SurveyGridSkeleton.tsx";
import { listedSurveys } from "./surveys.queries.ts";

const SHOWN = 6;
const newest = { category: "none", sort: "", by: "", q: "" } as const;

interface SurveysToVoteOnProps {
  /** Votes are another feature, so the page passes in the component that leaves out voted surveys. */
  withoutVoted: (ids: readonly string[], draw: (left: readonly string[]) => ReactNode) => ReactNode;
}

/** For all voters: the newest running surveys without the user's vote. */
export function SurveysToVoteOn({ withoutVoted }: SurveysToVoteOnProps) {
  const query = useInfiniteQuery(listedSurveys(newest));
  const now = serverNow();
  const running = (query.data?.pages[0]?.rows ?? []).filter((survey) => !hasEnded(survey, now));
  const ids = running.map(({ _id }) => _id);
  return (
    <section aria-labelledby="new" className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="new" className="text-xl">
          What to vote on next
        </h2>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-2">
          <LiveSwitch />
          <LinkButton look="quiet" small href="/surveysPages">
            All surveys
          </LinkButton>
        </div>
      </div>
      {query.isPending && <SurveyGridSkeleton count={SHOWN} />}
      {query.isError && !query.data && <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />}
      {query.isSuccess &&
        withoutVoted(ids, (left) => <Next surveys={running.filter(({ _id }) => left.includes(_id)).slice(0, SHOWN)} />)}
    </section>
  );
}

function Next({ surveys }: { surveys: Survey[] }) {
  if (surveys.length > 0) return <SurveyGrid surveys={surveys} />;
  return (
    <EmptyState
      title="You have voted on everything new"
      text="Older surveys may still wait for your vote, and new ones come."
      action={<LinkButton href="/surveysPages?by=deadline&sort=asc">Ending soonest first</LinkButton>}
    />
  );
}
