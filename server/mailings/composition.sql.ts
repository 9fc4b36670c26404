import { sql } from "kysely";
import { keepSurvey } from "../ballots/ballotBox.sql.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import type { Burst } from "../database/mailingTables.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { findBursts } from "./bursts.ts";

/** Surveys whose composition is counted in one run; the emails of further ones wait for the next. */
const COUNTED_MAX = 10;

/** Unfinished mailings. A literal: with a parameter SQLite does not use the partial index. */
export const isUnfinished = sql<boolean>`stage <> 'done'`;

/**
 * Counts who voted on surveys that were closed, and when their votes arrived, before the result is sent. This is only done
 * where votes are named, because elsewhere single votes must stay hidden, and only once, because accounts change later. It runs
 * outside of the transactions that store votes, and on SQLite on a thread that lists don't wait for, because a survey can have a
 * million votes.
 * @throws {AggregateError} after the last one, if some could not be counted, for example within the time of a statement
 */
export async function countCompositions(database: MainDatabase, run?: JobRun): Promise<void> {
  const { db, snapshot, transaction } = database;
  const closed = await db
    .selectFrom("mailings")
    // A survey without votes may have been deleted since.
    .leftJoin("surveys", "surveys.id", "mailings.survey_id")
    .select(["mailings.id as mailingId", "surveys.id", "privacy", "first_published_at", "appears_at"])
    .where(isUnfinished)
    .where("stage", "=", "count")
    .where(isTriable("compositions", "mailings.id"))
    .orderBy("mailings.id")
    .limit(COUNTED_MAX)
    .execute();
  const count = async (id: string, openedAt: number) => {
    const counts = await snapshot(async (tx) => ({
      ...(await countVoters(tx, id, openedAt)),
      bursts: JSON.stringify(findBursts(await countBuckets(tx, id))),
    }));
    await transaction(async (tx) => {
      if (!(await keepSurvey(tx, id))) return;
      await tx.db
        .insertInto("survey_compositions")
        .values({ survey_id: id, ...counts })
        .onConflict((conflict) => conflict.column("survey_id").doNothing())
        .execute();
    });
  };
  const errors: unknown[] = [];
  const surveyOf = new Map(closed.map(({ mailingId, ...survey }) => [mailingId, survey]));
  await eachRow(database, "compositions", {
    keys: surveyOf.keys(),
    step: async (mailingId) => {
      const { id = null, privacy, first_published_at, appears_at } = surveyOf.get(mailingId) ?? {};
      const openedAt = Math.max(first_published_at ?? 0, appears_at ?? 0);
      // A result without its composition is better than none, and than holding up those of other surveys.
      if (id !== null && privacy === "named") await count(id, openedAt).catch((error: unknown) => errors.push(error));
      await db
        .updateTable("mailings")
        .set({ stage: "owner" })
        .where("id", "=", mailingId)
        .where("stage", "=", "count")
        .execute();
    },
    run,
  });
  if (errors.length > 0) throw new AggregateError(errors, "The voters of some surveys could not be counted");
}

async function countVoters({ db }: Database, surveyId: string, openedAt: number) {
  const { rows } = await sql<{ voters: number; new_accounts: number; unconfirmed: number }>`
    select count(*) as voters,
      count(case when users.created_at > ${openedAt} then 1 end) as new_accounts,
      count(case when users.email_verified = 0 then 1 end) as unconfirmed
    from votes join users on users.id = votes.user_id
    where votes.survey_id = ${surveyId} and votes.replaced_by is null`.execute(db);
  const { voters = 0, new_accounts = 0, unconfirmed = 0 } = rows[0] ?? {};
  return { voters: Number(voters), new_accounts: Number(new_accounts), unconfirmed: Number(unconfirmed) };
}

/** The votes of each ten minutes with votes, by when each person first voted, oldest first. */
async function countBuckets({ db }: Database, surveyId: string): Promise<Burst[]> {
  const { rows } = await sql<{ at: number; votes: number }>`
    select created_at / 600000 * 600000 as at, count(*) as votes from votes
    where survey_id = ${surveyId} and replaces is null group by 1 order by 1`.execute(db);
  return rows.map(({ at, votes }) => ({ at: Number(at), votes: Number(votes) }));
}
