import * as feedback from "@survey-app/contract/feedback.ts";
import type { Database } from "../database/database.ts";
import type { Caller } from "../http/caller.ts";
import { refuse } from "../http/refuse.ts";
import type { Serve } from "../http/serve.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { findFeedback, insertFeedback, listFeedback } from "./feedback.sql.ts";

export function serveFeedback(serve: Serve, database: Database): void {
  const add = async ({ body, caller }: { body: { surveyId: string; feedback: string }; caller: Caller }) => {
    const survey = await findSurvey(database, body.surveyId, caller);
    if (!survey) throw refuse("notFound");
    const note = { surveyId: survey._id, adminId: caller.userId, text: body.feedback, status: survey.status };
    return { insertedId: await insertFeedback(database, note) };
  };
  serve(feedback.add, add);
  serve(feedback.addLiterally, add);

  serve(feedback.get, async ({ params, caller }) => {
    const found = await findFeedback(database, params.id, caller);
    if (!found) throw refuse("notFound");
    return found;
  });

  serve(feedback.list, ({ params, query }) => listFeedback(database, params.email, query));
}
