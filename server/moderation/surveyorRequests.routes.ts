import * as requests from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import { findRequestedSurvey } from "../ballots/rights.sql.ts";
import { actionOf } from "../ballots/rights.ts";
import type { MainDatabase } from "../database/database.ts";
import type { StoredSurvey } from "../database/tables.ts";
import { changeOf } from "../events/surveyEvents.ts";
import { apiError, fieldError, orNotFound } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { addSurvey, toSurveyColumns } from "../surveys/newSurvey.ts";
import { admitToAsk, insertSurveyorRequest } from "../surveys/surveyorRequests.sql.ts";
import type { SurveySettings } from "../surveys/surveys.routes.ts";
import { updateSurvey } from "../surveys/updateSurvey.sql.ts";
import { findSurveyorRequest } from "./surveyorRequests.sql.ts";

interface RequestSettings extends SurveySettings {
  /** Invalidates what is cached about a user whose role has changed. */
  invalidateRole(userId: string): Promise<void>;
}

/** Serves the requests to become a surveyor, each with a first survey. Admins decide by the survey's status. */
export function serveSurveyorRequests(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  { policies, record, invalidateRole }: RequestSettings,
): void {
  registerEndpoint(requests.createSurveyorRequest, async ({ body, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    const { id, status, admission } = await database.transaction(async (tx) => {
      const admission = await admitToAsk(tx, currentUser, policies);
      if (admission !== "surveyor" && admission !== "promoted" && admission !== "requests") throw apiError(admission);
      // An admin must accept the person first, even where surveys don't need a review.
      const isRequest = admission === "requests";
      const added = await addSurvey(changeOf(tx, by, record), body, {
        policies: isRequest ? { ...policies, surveyReview: "all" } : policies,
      });
      if (isRequest) await insertSurveyorRequest(tx, currentUser.userId, added.id);
      return { ...added, admission };
    });
    if (admission === "promoted") await invalidateRole(currentUser.userId);
    return { insertedId: id, status };
  });

  registerEndpoint(requests.getMySurveyorRequest, ({ currentUser }) => findSurveyorRequest(database, currentUser));

  registerEndpoint(requests.updateMySurveyorRequest, async ({ body, currentUser, request }) => {
    const surveyId = orNotFound(await findRequestedSurvey(database, currentUser.userId));
    const now = Date.now();
    const edit = (stored: StoredSurvey) => ({ ...toSurveyColumns(body, now, stored), note: "" });
    const by = actionOf(currentUser, request);
    const update = await database.transaction((tx) => updateSurvey(changeOf(tx, by, record), surveyId, edit, policies));
    if (update === "imageGone") throw fieldError("image", formErrors.upload.gone);
    // An admin may have accepted the request meanwhile: then the survey is published, and may have votes.
    if (update !== "changed" && update !== "same") throw apiError("notFound");
    return { modifiedCount: update === "same" ? 0 : 1 };
  });
}
