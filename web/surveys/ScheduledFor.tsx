import type { Survey } from "@survey-app/contract/surveys.ts";
import { SurveyTime } from "./SurveyTime.tsx";

/** "Scheduled for 10-12-2026". */
export function ScheduledFor({ survey }: { survey: Survey }) {
  return (
    <>
      Scheduled for <SurveyTime at={survey.createDate} edge="start" />
    </>
  );
}
