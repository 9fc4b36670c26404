import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import * as unlisted from "@survey-app/contract/votes/unlistedSurveys.ts";
import { actionOf } from "../ballots/rights.ts";
import type { MainDatabase } from "../database/database.ts";
import { changeOf } from "../events/surveyEvents.ts";
import { apiError, orThrow } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { lockAsker } from "../session/sender.sql.ts";
import { addSurvey } from "../surveys/newSurvey.ts";
import type { SurveySettings } from "../surveys/surveys.routes.ts";
import { mayAskAnother } from "../voters/openUnlisted.sql.ts";
import { acceptSurvey, findUnlistedSurveys, reportWithoutAuthor } from "./unlistedSurveys.sql.ts";

/** Serves creating surveys that aren't in any public list, visitors' reports of them, and the admins' list of them. */
export function serveUnlistedSurveys(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  { policies, record }: SurveySettings,
): void {
  registerEndpoint(unlisted.createUnlistedSurvey, async ({ body, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    const { id, status } = await database.transaction(async (tx) => {
      const { role, email_verified, is_guest } = await lockAsker(tx, currentUser);
      const asUser = !mayAsk("listed", role, policies);
      // Admins reach the person who asks by this address.
      if (asUser && !is_guest && !email_verified) throw apiError("addressUnconfirmed");
      if (asUser && !(await mayAskAnother(tx, currentUser))) throw apiError("tooManyUnlisted");
      const rule = is_guest ? "guest" : asUser ? "user" : "surveyor";
      return addSurvey(changeOf(tx, by, record), body, { policies, rule });
    });
    return { insertedId: id, status };
  });

  registerEndpoint(unlisted.reportUnlistedSurvey, async ({ params, body, currentUser }) => {
    const reported = await database.transaction((tx) => reportWithoutAuthor(tx, params.id, body.inapp));
    if (reported === "vouchedFor") throw apiError(currentUser ? "notFound" : "signInRequired");
    return { insertedId: orThrow(reported).id };
  });

  registerEndpoint(unlisted.listUnlistedSurveys, ({ query, currentUser }) =>
    findUnlistedSurveys(database.forLists, query, currentUser),
  );

  registerEndpoint(unlisted.acceptSurvey, async ({ params, body, currentUser, request }) => {
    const by = actorOf(currentUser, request);
    const accepted = await database.transaction((tx) =>
      acceptSurvey(changeOf(tx, by, record), params.id, body.version),
    );
    return { modifiedCount: Number(orThrow(accepted)) };
  });
}
