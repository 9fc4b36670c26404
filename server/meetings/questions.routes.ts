import type { InputOf } from "@survey-app/contract/http/endpoint.ts";
import * as questions from "@survey-app/contract/meetings/meetingQuestions.ts";
import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import type { FastifyRequest } from "fastify";
import { type Action, actionOf } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import { type Change, changeOf } from "../events/surveyEvents.ts";
import { fieldError, orNotFound } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import type { Server } from "../http/server.ts";
import { addDraft, changeDraft, deleteDraft, orderDrafts, repeatQuestion } from "./drafts.sql.ts";
import { endSoon, takeBack } from "./endQuestion.sql.ts";
import type { MeetingSettings } from "./meetingSettings.ts";
import { readOpened } from "./meetingState.sql.ts";
import { type Asked, openQuestion } from "./openQuestion.sql.ts";
import { lockOwnMeeting, lockRunningMeeting, type OwnMeeting } from "./ownMeeting.sql.ts";

/** Serves the drafts of meetings, and opens and ends questions. */
export function serveQuestions(
  { registerEndpoint, database }: Pick<Server, "registerEndpoint" | "database">,
  { policies, record, events }: MeetingSettings,
): void {
  /** Changes the drafts of a meeting that has not ended. */
  const withDrafts = <T>(id: string, sender: CurrentUser, work: (tx: Database, own: OwnMeeting) => Promise<T>) =>
    database.transaction(async (tx) => work(tx, await lockRunningMeeting(tx, id, sender, policies)));

  /** Opens or ends a question. @returns the question, as everyone sees it then */
  async function withQuestions(
    id: string,
    { currentUser, request }: { currentUser: CurrentUser; request: FastifyRequest },
    work: (change: Change<Action<CurrentUser>>, own: OwnMeeting) => Promise<string>,
  ): Promise<OpenedQuestion> {
    const by = actionOf(currentUser, request);
    const surveyId = await database.transaction(async (tx) => {
      const own = await lockOwnMeeting(tx, id, currentUser, policies);
      return work(changeOf(tx, by, record), own);
    });
    events.emit(new Set([id]), "content");
    const [question] = await readOpened(database, id, surveyId);
    return orNotFound(question);
  }

  registerEndpoint(questions.addDraft, ({ params, body: { ticket, ...form }, currentUser }) =>
    withDrafts(params.meeting, currentUser, (tx, own) => addDraft(tx, own, form, { ticket })),
  );

  registerEndpoint(questions.changeDraft, ({ params, body, currentUser }) =>
    withDrafts(params.meeting, currentUser, (tx, own) => changeDraft(tx, own, { ...body, id: params.draft })),
  );

  registerEndpoint(questions.deleteDraft, async ({ params, currentUser }) => {
    // Also works in a meeting that has ended.
    await database.transaction(async (tx) =>
      deleteDraft(tx, await lockOwnMeeting(tx, params.meeting, currentUser, policies), params.draft),
    );
    return { modifiedCount: 1 };
  });

  registerEndpoint(questions.orderDrafts, async ({ params, body, currentUser }) => {
    await withDrafts(params.meeting, currentUser, (tx, own) => orderDrafts(tx, own, body.drafts));
    return { modifiedCount: 1 };
  });

  registerEndpoint(questions.repeatQuestion, ({ params, body, currentUser }) =>
    withDrafts(params.meeting, currentUser, (tx, own) => repeatQuestion(tx, own, { n: params.n, reason: body.reason })),
  );

  registerEndpoint(questions.openQuestion, ({ params, body, ...sent }) => {
    const asked = readAsked(body);
    return withQuestions(params.meeting, sent, (change, own) => openQuestion(change, own, asked, policies));
  });

  registerEndpoint(questions.takeBackQuestion, ({ params, ...sent }) =>
    withQuestions(params.meeting, sent, (change, own) => takeBack(change, own, params.n)),
  );

  registerEndpoint(questions.endQuestionSoon, ({ params, ...sent }) =>
    withQuestions(params.meeting, sent, (change, own) => endSoon(change, own, params.n)),
  );
}

/**
 * Reads what an opening names: a draft and its version, or a question and a ticket.
 * @throws {ApiError} a field error
 */
function readAsked(body: InputOf<typeof questions.openQuestion>["body"]): Asked {
  const { draft, version, question, ticket } = body;
  const after = body.after ?? null;
  if (draft && question) throw fieldError("question", "Either draft or question is possible, not both");
  if (question) {
    if (!ticket) throw fieldError("ticket", "ticket is required");
    return { after, typed: { question, ticket }, draft: null };
  }
  if (!draft) throw fieldError("draft", "draft or question is required");
  if (!version) throw fieldError("version", "version is required");
  return { after, draft: { id: draft, version }, typed: null };
}
