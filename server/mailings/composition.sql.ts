import { sql } from "kysely";
import { keepSurvey } from "../ballots/ballotBox.sql.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import type { Burst } from "../database/mailingTables.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { findBursts } from "./bursts.ts";

/** Surveys whose composition is counted in one run; the emails of further ones wait for the next. */
const COUNTED_MAX = 10;

/** The votes that one statement counts: a fraction of a second, after which the thread serves others. */
const VOTES_AT_ONCE = 20_000;

/** Unfinished mailings. A literal: with a parameter SQLite does not use the partial index. */
export const isUnfinished = sql<boolean>`stage <> 'done'`;

/**
 * Counts who voted on surveys that were closed, and when their votes arrived, before the result is sent. This is only
 * done where votes are named, because elsewhere single votes must stay hidden, and only once, because accounts change
 * later. It runs outside of the transactions that store votes, and on SQLite on a thread that lists don't wait for, in
 * steps of so many votes: a survey can have ten million, whose count takes longer than a statement or a snapshot may,
 * and the votes of a closed survey don't change.
 * @throws {AggregateError} after the last one, if some could not be counted
 */
export async function countCompositions(database: MainDatabase, run?: JobRun): Promise<void> {
  const { db, forLongReads, transaction } = database;
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
    const { bursts, ...voters } = await countVotes(forLongReads, id, openedAt);
    const counts = { ...voters, bursts: JSON.stringify(bursts) };
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
      // Sending a result without its composition is better than not sending it, and than holding up other surveys'
      // results.
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

/** The numbers of a survey's voters, and the bursts of its votes. */
async function countVotes(database: Database, surveyId: string, openedAt: number) {
  const counts = { voters: 0, new_accounts: 0, unconfirmed: 0 };
  const buckets = new Map<number, number>();
  for (let after = 0; ; after += VOTES_AT_ONCE) {
    const step = { surveyId, after, until: after + VOTES_AT_ONCE };
    const voters = await countVoters(database, step, openedAt);
    for (const kind of ["voters", "new_accounts", "unconfirmed"] as const) counts[kind] += Number(voters[kind]);
    for (const { at, votes } of await countBuckets(database, step)) {
      const bucket = Number(at);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + Number(votes));
    }
    if (!voters.isMore) break;
  }
  const oldestFirst = [...buckets].sort(([one], [other]) => one - other).map(([at, votes]) => ({ at, votes }));
  return { ...counts, bursts: findBursts(oldestFirst) };
}

/** The votes of a survey from one number to another. */
interface Step {
  surveyId: string;
  after: number;
  until: number;
}

const isInStep = ({ surveyId, after, until }: Step) =>
  sql<boolean>`votes.survey_id = ${surveyId} and votes.n > ${after} and votes.n <= ${until}`;

async function countVoters({ db }: Database, step: Step, openedAt: number) {
  const { rows } = await sql<{ voters: number; new_accounts: number; unconfirmed: number; is_more: number | null }>`
    select count(*) as voters,
      count(case when users.created_at > ${openedAt} then 1 end) as new_accounts,
      count(case when users.email_verified = 0 then 1 end) as unconfirmed,
      (select 1 from votes where survey_id = ${step.surveyId} and n > ${step.until} limit 1) as is_more
    from votes join users on users.id = votes.user_id
    where ${isInStep(step)} and votes.replaced_by is null`.execute(db);
  const { voters = 0, new_accounts = 0, unconfirmed = 0, is_more = null } = rows[0] ?? {};
  return { voters, new_accounts, unconfirmed, isMore: is_more !== null };
}

/** The number of votes in each ten minutes that have any, by the time of each person's first vote. */
async function countBuckets({ db }: Database, step: Step): Promise<Burst[]> {
  const { rows } = await sql<Burst>`
    select created_at / 600000 * 600000 as at, count(*) as votes from votes
    where ${isInStep(step)} and replaces is null group by 1`.execute(db);
  return rows;
}
