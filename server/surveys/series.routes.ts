import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import * as series from "@survey-app/contract/surveys/series.ts";
import { actionOf } from "../ballots/rights.ts";
import type { MainDatabase } from "../database/database.ts";
import type { RecordSurveyEvent } from "../events/surveyEvents.ts";
import { orNotFound } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import type { InvitationTokens } from "../invitations/invitationTokens.ts";
import { askSurveyAgain } from "./askAgain.sql.ts";
import { readSeries } from "./series.sql.ts";
import { findSurvey } from "./surveys.sql.ts";

/** Serves surveys that ask the same question one after the other. */
export function serveSeries(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  parts: { policies: AskingPolicies; record: RecordSurveyEvent; tokens: InvitationTokens },
): void {
  registerEndpoint(series.askAgain, ({ params, currentUser, request }) =>
    askSurveyAgain(database, params.id, { ...parts, by: actionOf(currentUser, request) }),
  );

  registerEndpoint(series.getSeries, async ({ params, currentUser }) => {
    orNotFound(await findSurvey(database, params.survey, currentUser));
    return readSeries(database.forLists, params.survey);
  });
}
