import * as unlisted from "@survey-app/contract/unlistedSurveys.ts";
import type { MainDatabase } from "../database/database.ts";
import type { RecordSurveyEvent } from "../events/surveyEvents.ts";
import { orThrow } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { acceptSurvey, findUnlistedSurveys } from "./unlistedSurveys.sql.ts";

/** Serves the admins' list of surveys that are in no public list, most of which the server published without review. */
export function serveUnlistedSurveys(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  record: RecordSurveyEvent,
): void {
  registerEndpoint(unlisted.listUnlistedSurveys, ({ query, currentUser }) =>
    findUnlistedSurveys(database.forLists, query, currentUser),
  );

  registerEndpoint(unlisted.acceptSurvey, async ({ params, body, currentUser, request }) => {
    const by = actorOf(currentUser, request);
    const accepted = await database.transaction((tx) => acceptSurvey(tx, params.id, body.version, { by, record }));
    return { modifiedCount: Number(orThrow(accepted)) };
  });
}
