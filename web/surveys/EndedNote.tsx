import * as surveyTexts from "../texts/surveyTexts.ts";
import { SurveyDate } from "./SurveyDate.tsx";

/** "Voting ended on 31-12-2026." */
export function EndedNote({ deadline }: { deadline: string | null }) {
  return deadline ? surveyTexts.votingEndedOn(<SurveyDate at={deadline} />) : surveyTexts.votingEnded;
}
