import { hasEnded, type Survey } from "@survey-app/contract/surveys.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { serverNow } from "../api/api.ts";
import { QueryError } from "../api/QueryError.tsx";
import { useSignedInUser } from "../session/useSession.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { ownChoices } from "../votes/votes.queries.ts";
import { AskButton } from "./AskButton.tsx";
import { LiveSwitch } from "./LiveSwitch.tsx";
import { SurveyGrid } from "./SurveyGrid.tsx";
import { SurveyGridSkeleton } from "./SurveyGridSkeleton.tsx";
import { listedSurveys } from "./surveys.queries.ts";

const SHOWN = 4;
const newest = { category: "none", sort: "", by: "", state: "", q: "" } as const;

/** For all voters: the newest running surveys without the user's vote. */
export function SurveysToVoteOn() {
  const { _id: userId } = useSignedInUser();
  const newestSurveys = useInfiniteQuery(listedSurveys(newest));
  const now = serverNow();
  const running = (newestSurveys.data?.pages[0]?.rows ?? []).filter((survey) => !hasEnded(survey, now));
  const choices = useQuery(
    ownChoices(
      running.map(({ _id }) => _id),
      userId,
    ),
  );
  const failed = [newestSurveys, choices].find(({ isError, data }) => isError && !data);
  const isLoading = newestSurveys.isPending || (choices.isPending && choices.isEnabled);
  const voted = new Set(choices.data?.map(({ surveyId }) => surveyId));
  return (
    <OverviewSection
      title={surveyTexts.voteNext}
      link={{ href: "/surveysPages", label: surveyTexts.allSurveys }}
      aside={<LiveSwitch />}
    >
      {failed && <QueryError query={failed} />}
      {!failed && isLoading && <SurveyGridSkeleton count={SHOWN} />}
      {!failed && !isLoading && <Next surveys={running.filter(({ _id }) => !voted.has(_id)).slice(0, SHOWN)} />}
    </OverviewSection>
  );
}

function Next({ surveys }: { surveys: Survey[] }) {
  if (surveys.length > 0) return <SurveyGrid surveys={surveys} />;
  return (
    <EmptyState
      kind="done"
      title={surveyTexts.votedAll}
      text={surveyTexts.votedAllText}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton href="/surveysPages?by=deadline&sort=asc">{surveyTexts.endingSoonest}</LinkButton>
          <AskButton look="quiet" />
        </div>
      }
    />
  );
}
