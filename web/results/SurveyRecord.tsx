import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as seriesTexts from "@survey-app/texts/seriesTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import type { ReactNode } from "react";
import { SurveyTime } from "../surveys/SurveyTime.tsx";
import { Day } from "../ui/Day.tsx";
import { UserText } from "../ui/UserText.tsx";

/** The history of a question that its readers should know: that it was asked before, and how its deadline was moved. */
export function SurveyRecord({ survey: { _id, askedBefore, deadlineMoves, inSeries } }: { survey: FullSurvey }) {
  if (!askedBefore && !inSeries && deadlineMoves.length === 0) return null;
  return (
    <ul className="max-w-prose space-y-1 text-sm text-muted">
      {askedBefore && (
        <li>
          {surveyTexts.askedBefore(
            <Day at={askedBefore.closedAt} />,
            <a href={`/surveydetails/${askedBefore.surveyId}`} className="underline underline-offset-4">
              <UserText of={askedBefore} />
            </a>,
          )}
        </li>
      )}
      {inSeries && (
        <li>
          <a href={`/series/${_id}`} className="underline underline-offset-4">
            {seriesTexts.link}
          </a>
        </li>
      )}
      {deadlineMoves.map((move) => (
        <li key={move.movedAt}>{describe(move)}</li>
      ))}
    </ul>
  );
}

/** The sentence about a move of the deadline; null if voting stayed without an end. */
function describe({ movedAt, from, to }: FullSurvey["deadlineMoves"][number]): ReactNode {
  const day = <Day at={movedAt} />;
  const end = (at: string) => <SurveyTime at={at} edge="end" />;
  if (from === null) return to === null ? null : surveyTexts.deadlineSet(day, end(to));
  return to === null ? surveyTexts.deadlineRemoved(day, end(from)) : surveyTexts.deadlineMoved(day, end(from), end(to));
}
