import { hasEnded, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { serverNow } from "../api/api.ts";
import { QueryError } from "../api/QueryError.tsx";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { useTotalsOf } from "../live/totals.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { AskButton } from "../surveys/AskButton.tsx";
import { NoSurveys } from "../surveys/NoSurveys.tsx";
import { listedSurveys } from "../surveys/surveys.queries.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { ownChoices } from "../votes/votes.queries.ts";
import { SurveyGrid } from "./SurveyGrid.tsx";
import { SurveyGridSkeleton } from "./SurveyGridSkeleton.tsx";

const SHOWN = 4;
const newest = { category: "none", sort: "", by: "", state: "", q: "", languages: "all" } as const;

/** For all voters: the newest running surveys without the user's vote. */
export function SurveysToVoteOn() {
  const { _id: userId } = useSignedInUser();
  const newestSurveys = useInfiniteQuery(listedSurveys(newest));
  const now = serverNow();
  const newestOnes = useTotalsOf(newestSurveys.data?.pages[0]?.rows);
  const running = newestOnes.filter((survey) => !hasEnded(survey, now));
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
      aside={<LiveSwitch pace="list" />}
    >
      {failed && <QueryError query={failed} />}
      {!failed && isLoading && <SurveyGridSkeleton count={SHOWN} />}
      {!failed && !isLoading && (
        <Next
          surveys={running.filter(({ _id }) => !voted.has(_id)).slice(0, SHOWN)}
          none={newestOnes.length === 0 ? "asked" : running.length === 0 ? "open" : "left"}
        />
      )}
    </OverviewSection>
  );
}

const nothing = {
  open: { kind: "empty", title: surveyTexts.noneOpen, text: surveyTexts.votedAllText },
  left: { kind: "done", title: surveyTexts.votedAll, text: surveyTexts.votedAllText },
} as const;

/** @param none why there are none: none was asked, none is open, or the user has voted on all */
function Next({ surveys, none }: { surveys: Survey[]; none: "asked" | keyof typeof nothing }) {
  if (surveys.length > 0) return <SurveyGrid surveys={surveys} asRows />;
  if (none === "asked") return <NoSurveys />;
  return (
    <EmptyState
      {...nothing[none]}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton href="/surveysPages?by=deadline&sort=asc">{surveyTexts.endingSoonest}</LinkButton>
          <AskButton look="quiet" />
        </div>
      }
    />
  );
}
