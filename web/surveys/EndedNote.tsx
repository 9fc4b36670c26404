import type { Survey } from "@survey-app/contract/surveys.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { SurveyDate } from "./SurveyDate.tsx";

/** When voting ended, and who closed the survey if it was not its deadline. */
export function EndedNote({ survey: { deadline, closedAt, closedBy } }: { survey: Survey }) {
  const planned = deadline && <SurveyDate at={deadline} />;
  // Live updates say that a survey was closed, but not by whom: that is loaded in a moment.
  if (closedAt !== null && closedBy === null) return surveyTexts.votingEnded;
  if (closedAt === null || closedBy === null || closedBy === "deadline")
    return planned ? surveyTexts.votingEndedOn(planned) : surveyTexts.votingEnded;
  const closed = <SurveyDate at={closedAt} />;
  return planned ? ballotTexts.closedEarly[closedBy](closed, planned) : ballotTexts.closed[closedBy](closed);
}
