import { describeResult } from "@survey-app/contract/results/resultText.ts";
import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as cardTexts from "@survey-app/texts/cardTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import type { ReactNode } from "react";
import { pictureInList } from "../images/pictureInList.ts";
import { useTotals } from "../live/totals.ts";
import { useHasEnded, useTimeLeft } from "../surveys/serverTime.ts";
import { usePassedText } from "../surveys/usePassedText.tsx";
import { Dot } from "../ui/Dot.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Picture } from "../ui/Picture.tsx";
import { Tally } from "../ui/Tally.tsx";
import { UserText } from "../ui/UserText.tsx";
import { OwnChoiceMark } from "../votes/OwnChoiceMark.tsx";
import { QuickVote } from "./QuickVote.tsx";

interface SurveyCardProps {
  survey: Survey;
  /** The heading's level, below that of the card's section. */
  level: 2 | 3;
  /** The card is in view when the page opens, so its image loads first. */
  isFirst?: boolean;
  /** The surveys shown together with this one. */
  among: readonly string[];
  /** The state of a survey that is not public; without it the card offers the vote. */
  state?: ReactNode;
}

/**
 * A survey in a grid: a card, or in one column of `card-rows` a row with a thumbnail (both in `cards.css`). All of it
 * is clickable as the Details link.
 */
export function SurveyCard({ survey: loaded, level, isFirst = false, among, state }: SurveyCardProps) {
  const survey = useTotals(loaded);
  const isOver = useHasEnded(survey);
  const timeLeft = useTimeLeft(survey);
  const Heading = `h${level}` as const;
  const { Title, participants } = survey;
  return (
    <article data-survey={survey._id} className="card group">
      <Picture
        {...pictureInList(survey)}
        sizes="(min-width: 68rem) 23rem, (min-width: 46rem) 46vw, 100vw"
        isFirst={isFirst}
        className="card-picture"
      />
      <div className="card-body">
        <div className="card-part">
          <p className="card-category">{categoryNames[survey.category]}</p>
          <UserText of={survey} as={Heading} className="card-title" title={Title} />
        </div>
        <div className="card-part mt-auto">
          <div className="card-tally">
            <Tally totals={survey} size="card" isOver={isOver} />
          </div>
          {!state && (
            <div className="card-action">
              {isOver && <ShortResult survey={survey} />}
              <OwnChoiceMark surveyId={survey._id} among={among}>
                {!isOver && <QuickVote survey={survey} className="card-vote" small />}
              </OwnChoiceMark>
            </div>
          )}
          <div className="card-foot">
            <div className="card-state">
              {state ?? <Dot tone={isOver ? "quiet" : "yes"}>{surveyWords.state(isOver)}</Dot>}
              <p className="text-muted tabular-nums">{cardTexts.peopleAndTime(participants, timeLeft)}</p>
            </div>
            <a href={`/surveydetails/${survey._id}`} aria-label={cardTexts.detailsOf(Title)} className="card-details">
              {cardTexts.details} <Icon name="arrow" size={16} />
            </a>
          </div>
        </div>
      </div>
    </article>
  );
}

/** In place of the vote, so that running and ended surveys side by side have the same height. */
function ShortResult({ survey }: { survey: Survey }) {
  const passedText = usePassedText(survey);
  if (survey.participants === 0) return null;
  return <p className="text-sm font-semibold">{passedText ?? describeResult(survey, true)}</p>;
}
