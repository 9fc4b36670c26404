import type { Feedback } from "@survey-app/contract/surveys/feedback.ts";
import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import { PUBLISHED, type SurveyStatus } from "@survey-app/contract/surveys/surveys.ts";
import { lockSurvey } from "../ballots/ballotBox.sql.ts";
import { may } from "../ballots/rights.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { readNewestFirst } from "../database/newestFirst.ts";
import { newId } from "../database/newId.ts";
import type { PagedRows } from "../database/pagination.ts";
import { readLanguage } from "../database/readLanguage.ts";
import { toIso } from "../database/toIso.ts";
import { idOfShownAddress, shownAddress } from "../database/userAddress.ts";
import type { Change } from "../events/surveyEvents.ts";
import type { Actor, CurrentUser } from "../http/currentUser.ts";

interface NewFeedback {
  surveyId: string;
  adminId: string;
  text: string;
  /** The survey's status, after the change that the feedback belongs to. */
  status: SurveyStatus;
  /** The reason, if the change unpublishes the survey. */
  reason?: UnpublishReason | null;
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
      reason: feedback.reason ?? null,
      created_at: Date.now(),
    })
    .execute();
  return id;
}

/** The last feedback on a survey. */
export function findLatestFeedback({ db }: Database, surveyId: string) {
  return db
    .selectFrom("feedback")
    .select(["admin_id", "text"])
    .where("survey_id", "=", surveyId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Stores feedback that belongs to no change of the survey, and records the event.
 * @returns its id; null if the survey is gone
 */
export async function writeFeedback(
  { tx, by, record }: Change<Actor>,
  { surveyId, adminId, text: note }: Pick<NewFeedback, "surveyId" | "adminId" | "text">,
): Promise<string | null> {
  const locked = await lockSurvey(tx, surveyId);
  if (!locked) return null;
  const { status, title } = locked.survey;
  const id = await insertFeedback(tx, { surveyId, adminId, text: note, status });
  const logged = { title, before: {}, after: { note } };
  const isPublished = status === PUBLISHED;
  await record({ kind: "feedbackWritten", surveyId, by, logged, isPublic: false, note, isPublished });
  return id;
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
      "feedback.read_at",
      "feedback.reason",
      "surveys.title as Title",
      "surveys.language",
      "surveys.owner_id",
      "surveys.co_owners",
      shownAddress().as("email"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectFeedback>["executeTakeFirstOrThrow"]>>;

function toFeedback({ created_at, read_at, owner_id: _, co_owners: __, language, ...row }: Row): Feedback {
  return { ...row, language: readLanguage(language), createdAt: toIso(created_at), isRead: read_at !== null };
}

/** One feedback, if `viewer` owns the survey or is an admin. */
export async function findFeedback(database: Database, id: string, viewer: CurrentUser): Promise<Feedback | null> {
  const row = await selectFeedback(database).where("feedback.id", "=", id).executeTakeFirst();
  return row && may("readPrivate", viewer, row) ? toFeedback(row) : null;
}

/** The feedback to the surveyor with this address, newest first. */
export function listFeedback(
  database: Database,
  ownerEmail: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<PagedRows<Feedback>> {
  const owned = selectFeedback(database).where("users.id", "=", idOfShownAddress(ownerEmail));
  return readNewestFirst(database, owned, page, {
    id: "feedback.id",
    cursorOf: ({ _id }) => [0, _id],
    show: toFeedback,
  });
}

/** Marks feedback to a survey's owner as read. Null if it is not the owner's; else whether it was unread. */
export async function markRead({ db }: Database, id: string, ownerId: string): Promise<boolean | null> {
  const feedback = await db
    .selectFrom("feedback")
    .innerJoin("surveys", "surveys.id", "feedback.survey_id")
    .select("feedback.read_at")
    .where("feedback.id", "=", id)
    .where("surveys.owner_id", "=", ownerId)
    .executeTakeFirst();
  if (!feedback) return null;
  const { numUpdatedRows } = await db
    .updateTable("feedback")
    .set({ read_at: Date.now() })
    .where("id", "=", id)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The number of unread feedbacks of a survey owner, up to `max`. */
export async function countUnread({ db }: Database, ownerId: string, max: number): Promise<number> {
  const unread = db
    .selectFrom("feedback")
    .innerJoin("surveys", "surveys.id", "feedback.survey_id")
    .select("feedback.id")
    .where("surveys.owner_id", "=", ownerId)
    .where("feedback.read_at", "is", null)
    .limit(max);
  return countMatching(db.selectFrom(unread.as("unread")));
}
