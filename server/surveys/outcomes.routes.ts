import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import { actionOf } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import { changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { orThrow } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { addOutcome } from "./outcomes.sql.ts";

/** Serves owners' texts about the decision after the close. */
export function serveOutcomes(registerEndpoint: RegisterEndpoint, database: Database, record: RecordSurveyEvent): void {
  registerEndpoint(outcomes.setOutcome, async ({ params, body, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    const isAdded = await database.transaction((tx) => addOutcome(changeOf(tx, by, record), params.id, body.text));
    return { modifiedCount: Number(orThrow(isAdded)) };
  });
}
