import type { SeriesSurvey } from "@survey-app/contract/surveys/series.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as seriesTexts from "@survey-app/texts/seriesTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { Day } from "../ui/Day.tsx";
import { factLine } from "../ui/lists.ts";
import { UserText } from "../ui/UserText.tsx";
import { SeriesTrend } from "./SeriesTrend.tsx";
import { SurveyTally } from "./SurveyTally.tsx";

/** The results of the surveys that asked a question one after the other, side by side. */
export function SurveySeries({ surveys }: { surveys: readonly SeriesSurvey[] }) {
  return (
    <article className="page frame space-y-8">
      <header className="max-w-prose space-y-3">
        <h1 tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
          {seriesTexts.title}
        </h1>
        <p className="text-muted">{seriesTexts.differ}</p>
      </header>
      {surveys.length === 0 && <p>{seriesTexts.none}</p>}
      <SeriesTrend surveys={surveys} />
      <ol className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {surveys.map((survey) => (
          <li key={survey._id} className="flex flex-col gap-3 rounded-2xl border border-line bg-surface p-4 sm:p-5">
            <p className="text-sm text-muted">
              {survey.closedAt === null ? surveyWords.state(false) : <Day at={survey.closedAt} />}
            </p>
            <h2 className="text-lg">
              <a href={`/surveydetails/${survey._id}`} className="underline-offset-4 hover:underline">
                <UserText of={survey} />
              </a>
            </h2>
            <div className="mt-auto space-y-3">
              <SurveyTally survey={survey} size="large" />
              <p className="text-sm text-muted">{whoAnswered(survey)}</p>
            </div>
          </li>
        ))}
      </ol>
    </article>
  );
}

/** A sentence about who was asked, and how many of them answered. */
const whoAnswered = ({ electorate, participants, people }: SeriesSurvey): string =>
  factLine([
    ballotFormTexts.voters[electorate],
    people === null ? seriesTexts.answered(participants) : seriesTexts.answeredOf(participants, people),
  ]);
