import { ROOM_QUESTIONS_MAX } from "@survey-app/contract/text/limits.ts";
import { LINK_LIMITS } from "@survey-app/contract/votes/linkVotes.ts";
import { publicOnly } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";

/**
 * Finds where the rooms of these surveys went on to. A room goes only to a survey that is public, so unpublishing one
 * stops it. `link_surveys` and `surveys` are on the same server of a distributed database.
 */
export async function findRoomMoves(
  { db, dialect }: Database,
  surveyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("link_surveys")
    .innerJoin("surveys", "surveys.id", "link_surveys.next_id")
    .select(["link_surveys.survey_id as from", "surveys.id as to"])
    .where(({ ref }) => dialect.isOneOf(ref("link_surveys.survey_id"), surveyIds))
    .where(publicOnly(Date.now()))
    .execute();
  return new Map(rows.map(({ from, to }) => [from, to]));
}

/** A question of a room, and when the room went on from it, in milliseconds; null for the last one. */
interface RoomStep {
  surveyId: string;
  movedAt: number | null;
}

/** Finds the surveys of a room in their order, whichever of them is given. */
export async function findRoomSteps(database: Database, surveyId: string): Promise<RoomStep[]> {
  const before: RoomStep[] = [];
  for (let id = surveyId; before.length < ROOM_QUESTIONS_MAX; ) {
    const step = await findStepTo(database, id);
    if (!step) break;
    before.unshift(step);
    id = step.surveyId;
  }
  const after: RoomStep[] = [];
  for (let id: string | null = surveyId; id !== null && after.length < ROOM_QUESTIONS_MAX; ) {
    const next = await findStepFrom(database, id);
    after.push({ surveyId: id, movedAt: next?.movedAt ?? null });
    id = next?.to ?? null;
  }
  return [...before, ...after];
}

async function findStepTo({ db }: Database, surveyId: string): Promise<RoomStep | undefined> {
  return db
    .selectFrom("link_surveys")
    .select(["survey_id as surveyId", "moved_at as movedAt"])
    .where("next_id", "=", surveyId)
    .orderBy("moved_at", "desc")
    .executeTakeFirst();
}

async function findStepFrom({ db }: Database, surveyId: string) {
  const step = await db
    .selectFrom("link_surveys")
    .select(["next_id as to", "moved_at as movedAt"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  return step && step.to !== null ? { to: step.to, movedAt: step.movedAt } : null;
}

/** The hash of the ticket with which the room of a survey went on; null before, and without one. */
export async function findMoveTicket({ db }: Database, surveyId: string): Promise<string | null> {
  const row = await db
    .selectFrom("link_surveys")
    .select("move_ticket")
    .where("survey_id", "=", surveyId)
    .where("next_id", "is not", null)
    .executeTakeFirst();
  return row?.move_ticket ?? null;
}

interface RoomMove {
  next: string;
  /** Where the sender saw that the room had gone on to; null for nowhere, undefined if the request doesn't say. */
  after: string | null | undefined;
  ticketHash: string | null;
  /** In milliseconds. */
  now: number;
}

/**
 * Stores that the room of a survey goes on. A question is in one room: it leaves the one where it was, without those
 * after it, so that no circle arises. While voters are in one room, the next question's are, too. Call it in a
 * transaction that has locked both surveys.
 * @returns false if the room has gone on elsewhere since the sender saw it
 */
export async function storeRoomMove(
  database: Database,
  surveyId: string,
  { next, after, ticketHash, now }: RoomMove,
): Promise<boolean> {
  const { db, dialect } = database;
  // Always in this order: otherwise two rooms that take each other's next question would deadlock.
  await db
    .selectFrom("link_surveys")
    .select("survey_id")
    .where(({ or, eb }) => or([eb("next_id", "=", next), eb("survey_id", "in", [surveyId, next])]))
    .orderBy("survey_id")
    .$call(dialect.lock)
    .execute();
  const seen = (await findRoomMoves(database, [surveyId])).get(surveyId) ?? null;
  if (after !== undefined && after !== seen) return false;
  await db
    .updateTable("link_surveys")
    .set({ next_id: null, moved_at: null, move_ticket: null })
    .where(({ or, eb }) => or([eb("next_id", "=", next), eb("survey_id", "=", next)]))
    .execute();
  await db
    .updateTable("link_surveys")
    .set({ next_id: next, moved_at: now, move_ticket: ticketHash })
    .where("survey_id", "=", surveyId)
    .execute();
  await db
    .updateTable("link_surveys")
    .set({ room_until: now + LINK_LIMITS.roomMinutes * 60_000 })
    .where("survey_id", "=", next)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("link_surveys as former")
          .select("former.survey_id")
          .where("former.survey_id", "=", surveyId)
          .where("former.room_until", ">", now),
      ),
    )
    .execute();
  return true;
}

/**
 * Counts the rooms of an owner's surveys: all questions of one room count as one, and a survey in none counts as one.
 */
export async function countRooms({ db }: Database, ownerId: string, surveyIds: readonly string[]): Promise<number> {
  const moves = await db
    .selectFrom("link_surveys")
    .innerJoin("surveys", "surveys.id", "link_surveys.survey_id")
    .select(["survey_id as from", "next_id as to"])
    .where("owner_id", "=", ownerId)
    .where("next_id", "is not", null)
    .$narrowType<{ to: string }>()
    .execute();
  const before = new Map(moves.map(({ from, to }) => [to, from]));
  const firstOf = (id: string): string => {
    const former = before.get(id);
    return former === undefined ? id : firstOf(former);
  };
  return new Set(surveyIds.map(firstOf)).size;
}
