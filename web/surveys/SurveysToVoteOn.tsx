import { useQuery } from "@tanstack/react-query";
import { texts } from "../texts.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { SurveyGrid } from "./SurveyGrid.tsx";
import { SurveyGridSkeleton } from "./SurveyGridSkeleton.tsx";
import { latestSurveys } from "./surveys.queries.ts";

/** For everybody who votes: what is new. */
export function SurveysToVoteOn() {
  const { data, isPending, isError, refetch } = useQuery(latestSurveys());
  return (
    <section aria-labelledby="new" className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="new" className="text-xl">
          New surveys
        </h2>
        <LinkButton look="quiet" small href="/surveysPages">
          All surveys
        </LinkButton>
      </div>
      {isPending && <SurveyGridSkeleton count={4} />}
      {isError && <ErrorPanel text={texts.noConnection} onRetry={() => void refetch()} />}
      {data && <SurveyGrid surveys={data.slice(0, 4)} />}
    </section>
  );
}
