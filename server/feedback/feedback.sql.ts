import type { Feedback } from "@survey-app/contract/feedback.ts";
import { logAction } from "../audit/audit.sql.ts";
import { type Actor, type CurrentUser, canSeeAll } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { type PagedRows, toPage } from "../database/pagination.ts";
import { decodeCursor } from "../http/cursor.ts";

interface NewFeedback {
  surveyId: string;
  adminId: string;
  text: string;
  /** The survey's status, after the change that the feedback belongs to. */
  status: number;
}

/** Stores an admin's feedback to a survey's owner; call it in the transaction of the change that it belongs to. */
export async function insertFeedback({ db }: Database, feedback: NewFeedback): Promise<string> {
  const id = newId();
  await db
    .insertInto("feedback")
    .values({
      id,
      survey_id: feedback.surveyId,
      admin_id: feedback.adminId,
      text: feedback.text,
      status: feedback.status,
      created_at: Date.now(),
    })
    .execute();
  return id;
}

/** Stores feedback without a change, and writes an audit event. @returns its id */
export function writeFeedback(
  database: Database,
  feedback: NewFeedback,
  { by, title }: { by: Actor; title: string },
): Promise<string> {
  return database.transaction(async (tx) => {
    const id = await insertFeedback(tx, feedback);
    await logAction(tx, by, {
      action: "feedbackWritten",
      about: { kind: "survey", id: feedback.surveyId, title },
      before: {},
      after: { note: feedback.text },
    });
    return id;
  });
}

function selectFeedback({ db }: Database) {
  return db
    .selectFrom("feedback")
    .innerJoin("surveys", "surveys.id", "feedback.survey_id")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select([
      "feedback.id as _id",
      "feedback.text as feedback",
      "feedback.survey_id as surveyId",
      "feedback.status",
      "feedback.created_at",
      "surveys.title as Title",
      "surveys.owner_id",
      "users.email",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectFeedback>["executeTakeFirstOrThrow"]>>;

function toFeedback({ created_at, owner_id: _, ...row }: Row): Feedback {
  return { ...row, createdAt: new Date(created_at).toISOString() };
}

/** One feedback, if `viewer` owns the survey or is an admin. */
export async function findFeedback(database: Database, id: string, viewer: CurrentUser): Promise<Feedback | null> {
  const row = await selectFeedback(database).where("feedback.id", "=", id).executeTakeFirst();
  return row && canSeeAll(viewer, row.owner_id) ? toFeedback(row) : null;
}

/** The feedback to the surveyor with this address, newest first. */
export async function listFeedback(
  database: Database,
  ownerEmail: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<PagedRows<Feedback>> {
  const owned = selectFeedback(database).where("users.email", "=", ownerEmail);
  const { total } = await owned
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const after = decodeCursor(cursor, 0);
  const page = after ? owned.where("feedback.id", "<", after[1]) : owned;
  const rows = await page
    .orderBy("feedback.id", "desc")
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, {
    total: total,
    cursorOf: (last) => [0, last._id],
    show: toFeedback,
  });
}
