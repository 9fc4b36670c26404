import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import { actionOf } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import type { RecordSurveyEvent } from "../events/surveyEvents.ts";
import { orThrow } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { addOutcome } from "./outcomes.sql.ts";

/** Serves what owners write about the decision after the close. */
export function serveOutcomes(registerEndpoint: RegisterEndpoint, database: Database, record: RecordSurveyEvent): void {
  registerEndpoint(outcomes.setOutcome, async ({ params, body, currentUser, request }) => {
    const outcome = { text: body.text, acting: actionOf(currentUser, request), record };
    const isAdded = orThrow(await database.transaction((tx) => addOutcome(tx, params.id, outcome)));
    return { modifiedCount: Number(isAdded) };
  });
}
