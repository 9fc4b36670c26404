import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import type { MainDatabase } from "../database/database.ts";
import { changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { findFeedback, listFeedback, markRead, writeFeedback } from "./feedback.sql.ts";

export function serveFeedback(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  record: RecordSurveyEvent,
): void {
  for (const endpoint of [feedback.addFeedback, feedback.addFeedbackAtSpecPath])
    registerEndpoint(endpoint, async ({ body, currentUser, request }) => {
      const note = { surveyId: body.surveyId, adminId: currentUser.userId, text: body.feedback };
      const by = actorOf(currentUser, request);
      const id = await database.transaction((tx) => writeFeedback(changeOf(tx, by, record), note));
      return { insertedId: orNotFound(id) };
    });

  registerEndpoint(feedback.getFeedback, async ({ params, currentUser }) =>
    orNotFound(await findFeedback(database, params.id, currentUser)),
  );

  registerEndpoint(feedback.markFeedbackRead, async ({ params, currentUser }) => {
    const wasUnread = await markRead(database, params.id, currentUser.userId);
    if (wasUnread === null) throw apiError("notFound");
    return { modifiedCount: wasUnread ? 1 : 0 };
  });

  registerEndpoint(feedback.listFeedback, ({ params, query }) => listFeedback(database.forLists, params.email, query));
}
