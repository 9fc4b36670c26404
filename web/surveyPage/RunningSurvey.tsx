import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import { hasEnded } from "@survey-app/contract/surveys/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { useTotals } from "../live/totals.ts";
import { QuickVote } from "../surveyList/QuickVote.tsx";
import { RenderedAtContext, useTimeLeft } from "../surveys/serverTime.ts";
import { latestSurveys, mostVotedSurveys } from "../surveys/surveys.queries.ts";
import { Icon } from "../ui/Icon.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Tally } from "../ui/Tally.tsx";
import { UserText } from "../ui/UserText.tsx";
import { OwnChoiceMark } from "../votes/OwnChoiceMark.tsx";
import { ExampleSurvey } from "./ExampleSurvey.tsx";

/**
 * In the banner: the running survey with the most votes whose result is visible, unless the first card below already
 * shows it. Without surveys an example.
 */
export function RunningSurvey() {
  const mostVoted = useQuery(mostVotedSurveys());
  const latest = useQuery(latestSurveys());
  const renderedAt = use(RenderedAtContext);
  const [first, ...others] = [...(mostVoted.data ?? []), ...(latest.data ?? [])];
  const running = others.filter((each) => each._id !== first?._id && !hasEnded(each, renderedAt));
  const chosen = running.find(({ resultsVisible }) => resultsVisible) ?? running[0] ?? first;
  const survey = useTotals(chosen);
  const timeLeft = useTimeLeft(survey ?? { deadline: null, closedAt: null });

  if (!chosen || !survey)
    return mostVoted.isPending ? <Skeleton className="h-80 w-full rounded-3xl" /> : <ExampleSurvey />;
  const among = (mostVoted.data?.includes(chosen) ? mostVoted.data : latest.data) ?? [];
  return (
    <article className="rounded-3xl border border-line bg-surface p-5 shadow-float sm:p-8">
      <p className="flex flex-wrap items-center justify-between gap-2 text-sm font-medium text-muted">
        <span>{categoryNames[survey.category]}</span>
        <span className="inline-flex items-center gap-1.5">
          <Icon name="clock" size={16} /> {timeLeft}
        </span>
      </p>
      <UserText of={survey} as="h2" className="mt-3 mb-5 line-clamp-4 text-xl sm:mt-4 sm:mb-8 sm:text-2xl" />
      <div className="space-y-2">
        <Tally totals={survey} size="large" />
        <LiveSwitch pace="list" />
      </div>
      <div className="mt-4 sm:mt-6">
        <OwnChoiceMark surveyId={survey._id} among={among.map(({ _id }) => _id)}>
          <QuickVote survey={survey} />
        </OwnChoiceMark>
      </div>
    </article>
  );
}
