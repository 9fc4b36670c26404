import * as feedback from "@survey-app/contract/feedback.ts";
import type { FastifyRequest } from "fastify";
import { actorOf, type Caller } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { refuse } from "../http/apiError.ts";
import type { Serve } from "../http/endpoints.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { findFeedback, listFeedback, writeFeedback } from "./feedback.sql.ts";

interface Note {
  body: { surveyId: string; feedback: string };
  caller: Caller;
  request: FastifyRequest;
}

export function serveFeedback(serve: Serve, database: Database): void {
  const add = async ({ body, caller, request }: Note) => {
    const survey = await findSurvey(database, body.surveyId, caller);
    if (!survey) throw refuse("notFound");
    const note = { surveyId: survey._id, adminId: caller.userId, text: body.feedback, status: survey.status };
    return { insertedId: await writeFeedback(database, note, { by: actorOf(caller, request), title: survey.Title }) };
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
