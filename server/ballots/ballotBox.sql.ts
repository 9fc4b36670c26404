import { type Selectable, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { apiError } from "../http/apiError.ts";

const columns = [
  "ends_at",
  "closed_at",
  "shown_at",
  "results",
  "privacy",
  "electorate",
  "question_hash",
  "participants",
  "voted_at",
] as const;

/** The columns of a ballot box that decide whether its survey can be edited, deleted or closed. */
export type BallotBox = Pick<Selectable<Tables["ballot_boxes"]>, (typeof columns)[number]>;

/**
 * Locks a survey's ballot box until the transaction ends, so that no vote is stored meanwhile. Call it before anything
 * else is locked: every transaction that changes, publishes, closes or deletes a survey locks its box first, and
 * several boxes in the order of the surveys' ids.
 * @returns null if there is no such survey
 */
export async function lockBallotBox({ db, dialect }: Database, surveyId: string): Promise<BallotBox | null> {
  const box = await db
    .selectFrom("ballot_boxes")
    .select(columns)
    .where("survey_id", "=", surveyId)
    .$call(dialect.lock)
    .executeTakeFirst();
  return box ?? null;
}

/**
 * The database's clock, which also dates votes. Read it after locking the ballot box, because a vote may have held the
 * lock.
 */
export async function clockOf({ db, dialect }: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${dialect.now} as now`.execute(db);
  return Number(rows[0]?.now);
}

/** Locks a survey with its ballot box. @returns null if there is no such survey; `now`: the database's clock */
export async function lockSurvey(tx: Database, surveyId: string) {
  const box = await lockBallotBox(tx, surveyId);
  const survey = await tx.db
    .selectFrom("surveys")
    .select([
      "owner_id",
      "co_owners",
      "title",
      "status",
      "sent_back_at",
      "unpublished_for",
      "appears_at",
      "first_published_at",
      "codes_allowed",
      "pass_rule",
    ])
    .where("id", "=", surveyId)
    .$call(tx.dialect.lock)
    .executeTakeFirst();
  return box && survey ? { box, survey, now: await clockOf(tx) } : null;
}

/**
 * Keeps a survey from being deleted until the transaction ends. Code that inserts rows about a survey locks the survey
 * or its box, or calls this first: otherwise the rows could be inserted while the survey is deleted, or after.
 * @returns false if it is gone
 */
export async function keepSurvey({ db, dialect }: Database, surveyId: string): Promise<boolean> {
  const survey = await db
    .selectFrom("surveys")
    .select("id")
    .where("id", "=", surveyId)
    .$call(dialect.lockToReference)
    .executeTakeFirst();
  return survey !== undefined;
}

/** The error of reading a survey piece by piece, if it is deleted between two statements. */
export const surveyGone = () => apiError("notFound");

/**
 * Whether a pass rule fixes a locked survey's list and end. It does from the first vote on, so that neither can be
 * fitted to the votes.
 */
export const isPassRuleFixed = (box: BallotBox, survey: { pass_rule: string | null }): boolean =>
  survey.pass_rule !== null && box.participants > 0;

export type LockedSurvey = NonNullable<Awaited<ReturnType<typeof lockSurvey>>>;
