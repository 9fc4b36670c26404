import { createHash } from "node:crypto";
import type { InputOf } from "@survey-app/contract/http/endpoint.ts";
import type { RoomQuestions, setRoomQuestions } from "@survey-app/contract/sharing/rooms.ts";
import { ROOM_QUESTIONS_MAX } from "@survey-app/contract/text/limits.ts";
import type { Selectable } from "kysely";
import { may, type Person } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import type { Tables } from "../database/tables.ts";
import { apiError } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { findRoomSteps } from "../voters/rooms.sql.ts";
import { lockHosts } from "./hosts.sql.ts";

/**
 * The questions that are prepared for a room. They are separate rows until they are asked, so that code that reads
 * surveys can't show one. They belong to the room's first survey, and every change of them locks its row.
 */

type Row = Pick<Selectable<Tables["room_questions"]>, "id" | "title" | "version" | "position">;
type Wanted = InputOf<typeof setRoomQuestions>["body"];

/** The prepared questions of a survey's room, for one of its owners. @throws {ApiError} */
export async function findRoomQuestions(
  database: Database,
  surveyId: string,
  reader: CurrentUser,
): Promise<RoomQuestions> {
  const first = await requireRoom(database, surveyId, reader);
  return toRoomQuestions(await readRows(database, first));
}

/**
 * Replaces them. Repeating a request whose response was lost changes nothing. Call it in a transaction.
 * @throws {ApiError}
 */
export async function storeRoomQuestions(
  tx: Database,
  surveyId: string,
  { wanted, sender }: { wanted: Wanted; sender: CurrentUser },
): Promise<RoomQuestions> {
  const { db, dialect } = tx;
  const { person, owner } = await lockHosts(tx, surveyId, sender);
  if (owner.isStopped) throw apiError("roomOwnerStopped");
  const first = await requireRoom(tx, surveyId, person);
  await db.selectFrom("surveys").select("id").where("id", "=", first).$call(dialect.lock).execute();
  const rows = await readRows(tx, first);
  const stored = toRoomQuestions(rows);
  if (stored.state !== wanted.state) {
    if (isSame(rows, wanted)) return stored;
    throw apiError("roomQuestionsChanged");
  }
  const known = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set(wanted.questions.flatMap(({ _id }) => _id ?? []));
  // A question that was asked or deleted, belongs to another room, or is named twice.
  if ([...kept].some((id) => !known.has(id)) || kept.size !== wanted.questions.filter(({ _id }) => _id).length)
    throw apiError("roomQuestionsChanged");
  const left = rows.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (left.length > 0) await db.deleteFrom("room_questions").where("id", "in", left).execute();
  for (const [position, { _id, Title }] of wanted.questions.entries())
    await storeQuestion(tx, first, { row: _id == null ? undefined : known.get(_id), Title, position });
  return toRoomQuestions(await readRows(tx, first));
}

async function storeQuestion(
  { db }: Database,
  first: string,
  { row, Title, position }: { row: Row | undefined; Title: string; position: number },
): Promise<void> {
  if (!row) {
    const added = { id: newId(), survey_id: first, position, title: Title, created_at: Date.now() };
    await db.insertInto("room_questions").values(added).execute();
    return;
  }
  if (row.title === Title && row.position === position) return;
  const version = row.version + Number(row.title !== Title);
  await db.updateTable("room_questions").set({ title: Title, position, version }).where("id", "=", row.id).execute();
}

/**
 * Deletes a prepared question, which the caller asks in the same transaction. It has locked the room's first survey.
 * @returns its title; null if it was changed, asked or deleted meanwhile
 */
export async function takeRoomQuestion(
  { db }: Database,
  first: string,
  draft: { _id: string; version: number } | null | undefined,
): Promise<string | null> {
  if (!draft) return null;
  const taken = await db
    .deleteFrom("room_questions")
    .where("id", "=", draft._id)
    .where("survey_id", "=", first)
    .where("version", "=", draft.version)
    .returning("title")
    .executeTakeFirst();
  return taken?.title ?? null;
}

/**
 * Puts the questions that were prepared for a survey behind those of the room that goes on to it.
 * @throws {ApiError} if they are too many
 */
export async function joinRoomQuestions(tx: Database, surveyId: string, first: string): Promise<void> {
  const ofRoom = await readRows(tx, first);
  // Questions that were asked have left gaps.
  const behind = (ofRoom.at(-1)?.position ?? -1) + 1;
  const { numUpdatedRows } = await tx.db
    .updateTable("room_questions")
    .set(({ eb }) => ({ survey_id: first, position: eb("position", "+", behind) }))
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n && ofRoom.length + Number(numUpdatedRows) > ROOM_QUESTIONS_MAX) throw apiError("roomFull");
}

/** @returns the first survey of the room. @throws {ApiError} if the person may not prepare questions for it */
async function requireRoom(database: Database, surveyId: string, person: Person): Promise<string> {
  const steps = await findRoomSteps(database, surveyId);
  const first = steps[0]?.surveyId ?? surveyId;
  const rows = await database.db
    .selectFrom("surveys")
    .select(["id", "owner_id", "co_owners", "electorate"])
    .where("id", "in", [surveyId, first])
    .execute();
  if (rows.length === 0 || !rows.every((row) => may("askInRoom", person, row))) throw apiError("notFound");
  if (rows.some(({ electorate }) => electorate !== "link")) throw apiError("notLinkElectorate");
  return first;
}

function readRows({ db }: Database, first: string): Promise<Row[]> {
  return db
    .selectFrom("room_questions")
    .select(["id", "title", "version", "position"])
    .where("survey_id", "=", first)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

const toRoomQuestions = (rows: readonly Row[]): RoomQuestions => ({
  state: createHash("sha256")
    .update(JSON.stringify(rows.map(({ id, version }) => [id, version])))
    .digest("hex")
    .slice(0, 32),
  questions: rows.map(({ id, title, version }) => ({ _id: id, Title: title, version })),
});

/** Whether the stored questions are those of a request that was carried out already. */
const isSame = (rows: readonly Row[], { questions }: Wanted): boolean =>
  rows.length === questions.length &&
  questions.every(({ _id, Title }, index) => {
    const row = rows[index];
    return row?.title === Title && (_id == null || _id === row.id);
  });
