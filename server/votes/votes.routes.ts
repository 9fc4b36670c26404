import * as votes from "@survey-app/contract/votes.ts";
import { actorOf, type Caller } from "../database/currentUser.ts";
import type { MainDatabase } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { refuse } from "../http/apiError.ts";
import { API, type Serve } from "../http/endpoints.ts";
import { linkToNext } from "../http/nextPage.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { readLedger } from "./ledger/ledgerRows.sql.ts";
import { findChoices, findOwnVote, listVotes } from "./listVotes.sql.ts";
import { listParticipations } from "./participations.sql.ts";
import { addReport, listReports, settleReports } from "./reports.sql.ts";
import type { Ledger } from "./voteWriter.ts";

export function serveVotes(serve: Serve, database: MainDatabase, ledger: Ledger): void {
  serve(votes.cast, async ({ body, caller }) => {
    const mayComment = votes.canComment(caller);
    const outcome = await ledger.cast({
      id: newId(),
      surveyId: body.SurveyID,
      userId: caller.userId,
      choice: body.vote,
      comment: mayComment ? body.comments : "",
      report: body.inapp,
    });
    if (outcome.kind === "refused") throw refuse(outcome.because);
    if (outcome.kind === "already" && outcome.choice !== body.vote) throw refuse("alreadyVoted");
    const { id, receipt } = outcome;
    return { insertedId: id, receipt, ...(!mayComment && body.comments !== "" && { commentIgnored: true as const }) };
  });

  const list = async ({
    params,
    query,
    caller,
  }: {
    params: { id: string };
    query: { limit: number; cursor?: string | undefined };
    caller: Caller | null;
  }) => {
    const survey = await findSurvey(database, params.id, caller);
    if (!survey) throw refuse("notFound");
    return listVotes(database, survey, query, caller);
  };
  serve(votes.ofSurvey, list);
  serve(votes.collected, list);

  serve(votes.ownVote, async ({ params, caller }) => {
    const survey = await findSurvey(database, params.id, caller);
    if (!survey) throw refuse("notFound");
    return findOwnVote(database, survey, caller);
  });

  serve(votes.ledger, async ({ params, query, caller, reply }) => {
    if (!(await findSurvey(database, params.id, caller))) throw refuse("notFound");
    const { json, next } = await readLedger(database.forLists, params.id, query);
    if (next !== null) reply.header("link", linkToNext(API + votes.ledger.path, { params, query }, { after: next }));
    return json;
  });

  serve(votes.ownChoices, ({ query, caller }) => findChoices(database, caller.userId, query.surveys));

  serve(votes.addReport, async ({ params, body, caller }) => {
    const report = { id: newId(), surveyId: params.id, userId: caller.userId, text: body.inapp };
    const outcome = await addReport(database, report);
    if (outcome === "notFound") throw refuse("notFound");
    // The same again is a retry; another text would change what an admin may have read already.
    if (outcome.text !== body.inapp) throw refuse("alreadyReported");
    return { insertedId: outcome.id };
  });

  serve(votes.reports, async ({ params, query, caller }) => {
    if (!(await findSurvey(database, params.id, caller))) throw refuse("notFound");
    return listReports(database, params.id, query);
  });

  serve(votes.settleReports, async ({ params, query, caller, request }) => {
    if (!(await findSurvey(database, params.id, caller))) throw refuse("notFound");
    const settled = await settleReports(database, params.id, query.openReports, actorOf(caller, request));
    if (settled === "reportedMeanwhile") throw refuse(settled);
    return { modifiedCount: settled === "settled" ? 1 : 0 };
  });

  serve(votes.participated, ({ params, query, caller }) =>
    listParticipations(database, "voted", params.email, query, caller),
  );
  serve(votes.reported, ({ params, query, caller }) =>
    listParticipations(database, "reported", params.email, query, caller),
  );
  serve(votes.commented, ({ params, query, caller }) =>
    listParticipations(database, "commented", params.email, query, caller),
  );
}
