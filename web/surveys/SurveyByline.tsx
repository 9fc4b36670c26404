import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { endOf } from "@survey-app/contract/text/time.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { Day } from "../ui/Day.tsx";
import { UserText } from "../ui/UserText.tsx";
import { SurveyTime } from "./SurveyTime.tsx";
import { useTimeLeft } from "./serverTime.ts";

/** The byline of a survey: its owner, its start and end, and the time left. */
export function SurveyByline({ survey }: { survey: Survey }) {
  const timeLeft = useTimeLeft(survey);
  const { createDate, startIsDay, deadlineIsDay, userName } = survey;
  const end = endOf(survey);
  const name = <UserText>{personName(userName)}</UserText>;
  const start = <Day at={createDate} isDay={startIsDay} />;
  return (
    <p className="text-muted">
      {end
        ? surveyTexts.bylineWithEnd(name, start, <SurveyTime at={end} edge="end" isDay={deadlineIsDay} />, timeLeft)
        : surveyTexts.byline(name, start, timeLeft)}
    </p>
  );
}
