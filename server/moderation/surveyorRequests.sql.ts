import type { SurveyorRequest } from "@survey-app/contract/surveys/surveyorRequests.ts";
import { findRequestOf } from "../ballots/rights.sql.ts";
import type { Database } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { toFullSurvey } from "../surveys/fullSurvey.sql.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { findLatestFeedback } from "./feedback.sql.ts";

/** The current user's request, with its survey and an admin's newest note. */
export async function findSurveyorRequest(database: Database, requester: CurrentUser): Promise<SurveyorRequest | null> {
  const request = await findRequestOf(database, requester.userId);
  const survey = request && (await findSurvey(database, request.surveyId, requester));
  if (!survey) return null;
  const note = await findLatestFeedback(database, request.surveyId);
  return {
    createdAt: toIso(request.createdAt),
    survey: await toFullSurvey(database, survey),
    note: note?.text ?? "",
  };
}
