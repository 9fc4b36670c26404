import { CATEGORIES, type Survey, stateWord } from "@survey-app/contract/surveys.ts";
import type { ComponentType, ReactNode } from "react";
import { pictureSources } from "../images/pictureSources.ts";
import { Dot } from "../ui/Dot.tsx";
import { formatCount } from "../ui/formatCount.ts";
import { Icon } from "../ui/Icon.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Picture } from "../ui/Picture.tsx";
import { Tally } from "../ui/Tally.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useHasEnded, useTimeLeft } from "./serverTime.ts";

/** Replaces a card's children when the user has voted. Votes are another feature, so pages pass it in. */
export type CardMark = ComponentType<{ surveyId: string; among: readonly string[]; children: ReactNode }>;

interface SurveyCardProps {
  survey: Survey;
  /** The heading's level, below that of the card's section. */
  level?: 2 | 3;
  /** The card is in view when the page opens, so its image loads first. */
  isFirst?: boolean;
  Mark?: CardMark | undefined;
  /** The surveys shown together with this one. */
  among?: readonly string[];
}

/** A survey in a grid. The whole card is clickable as the Details link. */
export function SurveyCard({ survey, level = 3, isFirst = false, Mark, among = [] }: SurveyCardProps) {
  const ended = useHasEnded(survey);
  const timeLeft = useTimeLeft(survey);
  const Heading = `h${level}` as const;
  const { Title, totalVotes, yesVotes } = survey;
  const action = ended ? null : <QuickVote survey={survey} />;
  return (
    <article
      data-survey={survey._id}
      className="group relative flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-rest transition-shadow hover:shadow-float"
    >
      <Picture
        {...pictureSources(survey.image)}
        sizes="(min-width: 68rem) 23rem, (min-width: 46rem) 46vw, 92vw"
        isFirst={isFirst}
        className="h-48 w-full"
      />
      <div className="flex flex-1 flex-col gap-4 p-5">
        <div className="space-y-1.5">
          <p className="text-sm font-medium text-muted">{CATEGORIES[survey.category]}</p>
          <UserText as={Heading} className="line-clamp-2 min-h-14 text-lg leading-7" title={Title}>
            {Title}
          </UserText>
        </div>
        <div className="mt-auto space-y-4">
          <Tally yes={yesVotes} total={totalVotes} sentence={false} />
          {Mark ? (
            <Mark surveyId={survey._id} among={among}>
              {action}
            </Mark>
          ) : (
            action
          )}
          <div className="flex items-center justify-between gap-3 border-t border-line pt-4 text-sm">
            <div className="min-w-0 space-y-0.5">
              <Dot tone={ended ? "quiet" : "yes"}>{stateWord(ended)}</Dot>
              <p className="text-muted tabular-nums">
                {formatCount(totalVotes)} {totalVotes === 1 ? "vote" : "votes"} · {timeLeft}
              </p>
            </div>
            <a
              href={`/surveydetails/${survey._id}`}
              aria-label={`Details: ${Title}`}
              className="inline-flex min-h-9 shrink-0 items-center gap-1.5 font-semibold text-ink underline-offset-4 after:absolute after:inset-0 after:rounded-2xl group-hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              Details <Icon name="arrow" size={16} />
            </a>
          </div>
        </div>
      </div>
    </article>
  );
}

/** From here a vote takes two clicks: the choice, then Confirm on the survey's page. */
function QuickVote({ survey: { _id, Title } }: { survey: Survey }) {
  return (
    <div className="relative z-10 grid grid-cols-2 gap-3">
      <LinkButton look="quiet" small href={`/surveydetails/${_id}?vote=1`} aria-label={`Yes: ${Title}`}>
        Yes
      </LinkButton>
      <LinkButton look="quiet" small href={`/surveydetails/${_id}?vote=0`} aria-label={`No: ${Title}`}>
        No
      </LinkButton>
    </div>
  );
}
