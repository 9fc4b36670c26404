import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { SurveyTime } from "./SurveyTime.tsx";

/** "Scheduled for 10-12-2026". */
export function ScheduledFor({ survey }: { survey: Survey }) {
  return surveyTexts.scheduledFor(<SurveyTime at={survey.createDate} edge="start" />);
}
