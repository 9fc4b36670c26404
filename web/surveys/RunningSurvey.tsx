import { CATEGORIES, hasEnded } from "@survey-app/contract/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { Icon } from "../ui/Icon.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Tally } from "../ui/Tally.tsx";
import { UserText } from "../ui/UserText.tsx";
import { LiveSwitch } from "./LiveSwitch.tsx";
import type { CardMark } from "./SurveyCard.tsx";
import { RenderedAtContext, useTimeLeft } from "./serverTime.ts";
import { latestSurveys, mostVotedSurveys } from "./surveys.queries.ts";

/** In the banner: the running survey with the most votes. */
export function RunningSurvey({ Mark }: { Mark: CardMark }) {
  const mostVoted = useQuery(mostVotedSurveys());
  const latest = useQuery(latestSurveys());
  const renderedAt = use(RenderedAtContext);
  const all = [...(mostVoted.data ?? []), ...(latest.data ?? [])];
  const survey = all.find((each) => !hasEnded(each, renderedAt)) ?? all[0];
  const timeLeft = useTimeLeft(survey ?? { deadline: null });

  if (!survey) return mostVoted.isPending ? <Skeleton className="h-80 w-full rounded-3xl" /> : null;
  const among = (mostVoted.data?.includes(survey) ? mostVoted.data : latest.data) ?? [];
  return (
    <article className="rounded-3xl border border-line bg-surface p-6 shadow-float sm:p-8">
      <p className="flex flex-wrap items-center justify-between gap-2 text-sm font-medium text-muted">
        <span>{CATEGORIES[survey.category]}</span>
        <span className="inline-flex items-center gap-1.5">
          <Icon name="clock" size={16} /> {timeLeft}
        </span>
      </p>
      <UserText as="h2" className="mt-4 mb-8 line-clamp-4 text-2xl">
        {survey.Title}
      </UserText>
      <div className="space-y-2">
        <Tally yes={survey.yesVotes} total={survey.totalVotes} size="large" />
        <LiveSwitch />
      </div>
      <div className="mt-6">
        <Mark surveyId={survey._id} among={among.map(({ _id }) => _id)}>
          <div className="grid grid-cols-2 gap-3">
            <LinkButton look="quiet" href={`/surveydetails/${survey._id}?vote=1`} aria-label={`Yes: ${survey.Title}`}>
              <Icon name="check" size={18} /> Yes
            </LinkButton>
            <LinkButton look="quiet" href={`/surveydetails/${survey._id}?vote=0`} aria-label={`No: ${survey.Title}`}>
              <Icon name="cross" size={18} /> No
            </LinkButton>
          </div>
        </Mark>
      </div>
    </article>
  );
}
