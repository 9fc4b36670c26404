import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { SurveyTime } from "../surveys/SurveyTime.tsx";
import { SentenceDay } from "../ui/SentenceDay.tsx";
import { UserText } from "../ui/UserText.tsx";

/** What people should know about how the question was asked: that it was asked before, and how its deadline was moved. */
export function SurveyRecord({ survey: { askedBefore, deadlineMoves } }: { survey: FullSurvey }) {
  if (!askedBefore && deadlineMoves.length === 0) return null;
  const end = (at: string | null) => (at === null ? surveyTexts.openEnd : <SurveyTime at={at} edge="end" inSentence />);
  return (
    <ul className="max-w-prose space-y-1 text-sm text-muted">
      {askedBefore && (
        <li>
          {surveyTexts.askedBefore(
            <SentenceDay at={askedBefore.closedAt} />,
            <a href={`/surveydetails/${askedBefore.surveyId}`} className="underline underline-offset-4">
              <UserText>{askedBefore.Title}</UserText>
            </a>,
          )}
        </li>
      )}
      {deadlineMoves.map(({ movedAt, from, to }) => (
        <li key={movedAt}>{surveyTexts.deadlineMoved(<SentenceDay at={movedAt} />, end(from), end(to))}</li>
      ))}
    </ul>
  );
}
