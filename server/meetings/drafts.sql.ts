import { type DraftForm, SECRET_PEOPLE_MIN } from "@survey-app/contract/meetings/meetingForms.ts";
import type { Draft } from "@survey-app/contract/meetings/meetings.ts";
import { MEETING_QUESTIONS_MAX } from "@survey-app/contract/text/limits.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { StoredQuestion } from "../database/meetingTables.ts";
import { newId } from "../database/newId.ts";
import { tokenHash } from "../database/tokenHash.ts";
import { apiError } from "../http/apiError.ts";
import { countVoters } from "./copyList.sql.ts";
import { completeForm, type QuestionForm, readDefaults, readForm, toDraft } from "./meetingRows.ts";
import type { OwnMeeting } from "./ownMeeting.sql.ts";

/** All questions of a meeting: the opened ones in their order, then the drafts in theirs. */
export const readQuestionRows = ({ db }: Database, meetingId: string): Promise<StoredQuestion[]> =>
  db
    .selectFrom("meeting_questions")
    .selectAll()
    .where("meeting_id", "=", meetingId)
    // Not `nulls last`: the engines differ.
    .orderBy(sql`case when n is null then 1 else 0 end`)
    .orderBy("n")
    .orderBy("position")
    .orderBy("id")
    .execute();

const isDraft = ({ survey_id }: StoredQuestion): boolean => survey_id === null;

/** The drafts among the questions of a meeting. */
export const toDrafts = (questions: readonly StoredQuestion[]): Draft[] =>
  questions.filter(isDraft).map((question, index) => toDraft(question, index + 1, questions));

/** The draft of this id as its owner reads it. */
async function readDraft(tx: Database, meetingId: string, id: string): Promise<Draft> {
  const draft = toDrafts(await readQuestionRows(tx, meetingId)).find(({ _id }) => _id === id);
  if (!draft) throw apiError("notFound");
  return draft;
}

/**
 * Requires enough people for a secret question of a locked meeting: its result would reveal how each of a few people
 * voted. An empty list is accepted, because it is about to be filled.
 */
async function requireEnoughPeople(tx: Database, meetingId: string, { privacy }: QuestionForm): Promise<void> {
  if (privacy !== "secret") return;
  const people = await countVoters(tx, meetingId);
  if (people > 0 && people < SECRET_PEOPLE_MIN) throw apiError("tooFewPeople");
}

/** The question that a new draft repeats, and the ticket of the request that adds it. */
interface NewDraft {
  ticket?: string | null | undefined;
  repeats?: { id: string; reason: string };
}

/**
 * Inserts a draft at the end of a locked meeting.
 * @returns its id; if an earlier request with the same ticket has made a question, that one's id
 */
export async function insertQuestion(
  tx: Database,
  { meeting }: OwnMeeting,
  form: DraftForm,
  { ticket, repeats }: NewDraft = {},
): Promise<string> {
  const questions = await readQuestionRows(tx, meeting.id);
  const ticketHash = ticket ? tokenHash(ticket) : null;
  const made = questions.find((each) => ticketHash !== null && each.ticket_hash === ticketHash);
  if (made) return made.id;
  if (questions.length >= MEETING_QUESTIONS_MAX) throw apiError("tooManyQuestions");
  const complete = completeForm(form, readDefaults(meeting));
  await requireEnoughPeople(tx, meeting.id, complete);
  const id = newId();
  await tx.db
    .insertInto("meeting_questions")
    .values({
      meeting_id: meeting.id,
      id,
      position: Math.max(0, ...questions.map(({ position }) => position)) + 1,
      form: JSON.stringify(complete),
      ticket_hash: ticketHash,
      repeats: repeats?.id ?? null,
      reason: repeats?.reason ?? "",
    })
    .execute();
  return id;
}

/**
 * Adds a draft to a locked meeting; a draft that the same request has already added is returned in its current state.
 */
export async function addDraft(tx: Database, own: OwnMeeting, form: DraftForm, draft: NewDraft = {}): Promise<Draft> {
  const id = await insertQuestion(tx, own, form, draft);
  return readDraft(tx, own.meeting.id, id);
}

/** Changes a draft of a locked meeting. Settings that the form leaves out stay. */
export async function changeDraft(
  tx: Database,
  { meeting }: OwnMeeting,
  { id, version, ...form }: DraftForm & { id: string; version: number },
): Promise<Draft> {
  const stored = (await readQuestionRows(tx, meeting.id)).find((question) => question.id === id && isDraft(question));
  if (!stored) throw apiError("notFound");
  if (stored.version !== version) throw apiError("meetingChanged");
  const complete = completeForm(form, readForm(stored));
  await requireEnoughPeople(tx, meeting.id, complete);
  await tx.db
    .updateTable("meeting_questions")
    .set({ form: JSON.stringify(complete), version: version + 1 })
    .where("meeting_id", "=", meeting.id)
    .where("id", "=", id)
    .execute();
  return readDraft(tx, meeting.id, id);
}

/** Deletes a draft of a locked meeting. */
export async function deleteDraft({ db }: Database, { meeting }: OwnMeeting, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("meeting_questions")
    .where("meeting_id", "=", meeting.id)
    .where("id", "=", id)
    .where("survey_id", "is", null)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw apiError("notFound");
}

/**
 * Orders the drafts of a locked meeting.
 * @param ids of all drafts
 * @throws {ApiError} `meetingChanged` if drafts were added, opened or deleted meanwhile
 */
export async function orderDrafts(tx: Database, { meeting }: OwnMeeting, ids: readonly string[]): Promise<void> {
  const drafts = (await readQuestionRows(tx, meeting.id)).filter(isDraft);
  const isSame = drafts.length === ids.length && drafts.every(({ id }) => ids.includes(id));
  if (!isSame) throw apiError("meetingChanged");
  for (const [index, id] of ids.entries())
    await tx.db
      .updateTable("meeting_questions")
      .set({ position: index + 1 })
      .where("meeting_id", "=", meeting.id)
      .where("id", "=", id)
      .execute();
}

/** Makes a draft that asks a closed question again. The same reason again returns the draft that was made. */
export async function repeatQuestion(
  tx: Database,
  own: OwnMeeting,
  { n, reason }: { n: number; reason: string },
): Promise<Draft> {
  const questions = await readQuestionRows(tx, own.meeting.id);
  const question = questions.find((each) => each.n === n);
  if (!question?.survey_id) throw apiError("notFound");
  const { closed_at } = await tx.db
    .selectFrom("surveys")
    .select("closed_at")
    .where("id", "=", question.survey_id)
    .executeTakeFirstOrThrow();
  if (closed_at === null) throw apiError("notClosed");
  const made = questions.find((each) => isDraft(each) && each.repeats === question.id && each.reason === reason);
  if (made) return readDraft(tx, own.meeting.id, made.id);
  return addDraft(tx, own, readForm(question), { repeats: { id: question.id, reason } });
}
