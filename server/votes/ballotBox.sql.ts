import type { Electorate, Privacy } from "@survey-app/contract/ballots.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** What decides whether a survey can be edited, deleted or closed, from its ballot box. */
export interface BallotBox {
  ends_at: number | null;
  closed_at: number | null;
  privacy: Privacy;
  electorate: Electorate;
  participants: number;
  yes_votes: number;
  unsure_votes: number;
  voted_at: number;
}

/**
 * Locks a survey's ballot box until the transaction ends, so that no vote is stored meanwhile. Call it before anything else
 * is locked: every transaction that changes, publishes, closes or deletes a survey locks its box first, and several boxes in
 * the order of the surveys' ids.
 * @returns null if there is no such survey
 */
export async function lockBallotBox({ db, dialect }: Database, surveyId: string): Promise<BallotBox | null> {
  const box = await db
    .selectFrom("ballot_boxes")
    .select(["ends_at", "closed_at", "privacy", "electorate", "participants", "yes_votes", "unsure_votes", "voted_at"])
    .where("survey_id", "=", surveyId)
    .$call(dialect.lock)
    .executeTakeFirst();
  return box ?? null;
}

/** The database's clock, which also dates votes. Read it after locking the ballot box, because a vote may have held that. */
export async function clockOf({ db, dialect }: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${dialect.now} as now`.execute(db);
  return Number(rows[0]?.now);
}
