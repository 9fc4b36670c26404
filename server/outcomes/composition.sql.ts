import { sql } from "kysely";
import type { Database, MainDatabase } from "../database/database.ts";
import type { Burst } from "../database/outcomeTables.ts";
import { findBursts } from "./bursts.ts";

/** Surveys whose composition is counted in one run. */
const COUNTED_MAX = 10;

/**
 * Counts who voted on surveys that were closed, and when their votes arrived, before their result is sent: only where votes
 * are named, because elsewhere nothing may be said of single votes. Counted once, because accounts change later. Outside of the
 * transactions that store votes, and on SQLite on another thread, because a survey can have a million votes.
 */
export async function countCompositions({ forLists, db }: MainDatabase): Promise<void> {
  const { rows: closed } = await sql<{ id: string; opened_at: number }>`
    select s.id, s.first_published_at as opened_at from mailings m join surveys s on s.id = m.survey_id
    where m.kind = 'result' and m.stage = 'owner' and s.privacy = 'named'
      and not exists (select 1 from survey_compositions c where c.survey_id = s.id)
    order by m.id limit ${COUNTED_MAX}`.execute(forLists.db);
  for (const { id, opened_at } of closed) {
    const counts = await countVoters(forLists, id, opened_at);
    const bursts = JSON.stringify(findBursts(await countBuckets(forLists, id)));
    await db
      .insertInto("survey_compositions")
      .values({ survey_id: id, ...counts, bursts })
      .onConflict((conflict) => conflict.column("survey_id").doNothing())
      .execute();
  }
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
