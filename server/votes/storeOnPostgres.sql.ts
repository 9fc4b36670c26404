import { receiptOf } from "@survey-app/contract/ledger.ts";
import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { type Ballot, DAY_MS, type Outcome } from "./ballot.ts";
import { insertReports } from "./reports.sql.ts";

/** Receipts by the ids of the votes that were new. */
type Stored = Map<string, string>;

/** PostgreSQL's code for a row that a unique index refuses. */
const NOT_UNIQUE = "23505";

/** `storeBallots` on PostgreSQL: one statement, and more only where somebody reports or was refused. */
export async function storeOnPostgres(database: Database, ballots: readonly Ballot[]): Promise<Outcome[]> {
  const stored = await insertNew(database, firstOfEach(ballots));
  const others = ballots.filter(({ id }) => !stored.has(id));
  // After the commit, which shows what others stored while this batch waited for them.
  const why = others.length > 0 ? await explain(database, others) : new Map<string, Outcome>();
  return ballots.map(({ id }) => why.get(id) ?? { kind: "stored", id, receipt: stored.get(id) ?? "" });
}

/** Without what a batch has twice: a statement doesn't see the rows that it inserts itself. */
function firstOfEach(ballots: readonly Ballot[]): readonly Ballot[] {
  const seen = new Set<string>();
  const first = ballots.filter(({ surveyId, userId }) => {
    const key = `${userId} ${surveyId}`;
    return !seen.has(key) && seen.add(key);
  });
  return first.length === ballots.length ? ballots : first;
}

/**
 * A vote that another instance stores while this statement waits for the survey is not seen by it: the unique index
 * then refuses the whole batch, and the statement that comes after it sees that vote. A lone ballot is settled by the
 * second one; a batch that meets others again goes back to the ledger, which tries its ballots one by one.
 */
async function insertNew(database: Database, ballots: readonly Ballot[]): Promise<Stored> {
  try {
    return await insertOnce(database, ballots);
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_UNIQUE) throw error;
    return insertOnce(database, ballots);
  }
}

function insertOnce(database: Database, ballots: readonly Ballot[]): Promise<Stored> {
  return ballots.some(({ report }) => report !== "")
    ? database.transaction((tx) => insertWithReports(tx, ballots))
    : insertAndCount(database, ballots);
}

async function insertWithReports(tx: Database, ballots: readonly Ballot[]): Promise<Stored> {
  const stored = await insertAndCount(tx, ballots);
  const reports = ballots.flatMap(({ id, surveyId, userId, report }) =>
    report !== "" && stored.has(id) ? [{ id, surveyId, userId, text: report }] : [],
  );
  if (reports.length > 0) await insertReports(tx, reports);
  return stored;
}

/**
 * Locks the surveys in the order of their ids, so that two batches can't wait for each other; inserts the votes of
 * those that are open, chained to the last vote of their ledgers; moves the totals with the heads, and those of today.
 *
 * A lock that was waited for brings the newest totals and head, whatever else this statement sees. Voters who voted
 * before are looked for one by one (a join could be planned as a walk through all votes) and nothing is left to
 * `on conflict`, which would leave holes in the chain.
 */
async function insertAndCount({ db, dialect }: Database, ballots: readonly Ballot[]): Promise<Stored> {
  const surveyIds = [...new Set(ballots.map(({ surveyId }) => surveyId))];
  const given = dialect.rows(ballots, {
    id: "text",
    surveyId: "text",
    userId: "text",
    choice: "integer",
    comment: "text",
  });
  const { rows } = await sql<{ id: string; n: number; hash: string }>`
    with open as materialized (
      select id, total_votes, ledger_head from surveys
      where id = any(${surveyIds}::text[]) and status = ${sql.lit(PUBLISHED)}
        and (ends_at is null or ends_at > ${dialect.now})
      order by id for no key update
    ), clock as materialized (
      -- After the locks, so that no vote is dated before the one it follows.
      select ${dialect.now} as at from (select count(*) from open) as locked
    ), moment as materialized (
      select at, ${dialect.day(sql`at`)} as day from clock
    ), fresh as (
      select r.*, ledger_head as head, total_votes + row_number() over (partition by r."surveyId" order by r.id) as n
      from ${given} join open on open.id = r."surveyId"
      where (select true from votes where user_id = r."userId" and survey_id = r."surveyId") is null
    ), chained as materialized (
      select fresh.*, at, vote_chain("surveyId", head, n, day, choice) over (
        partition by "surveyId" order by fresh.id rows between unbounded preceding and current row
      ) as hash
      from fresh, moment
    ), stored as (
      insert into votes (survey_id, n, user_id, id, choice, comment, created_at, hash)
      select "surveyId", n, "userId", id, choice, comment, at, hash from chained
    ), moves as (
      select "surveyId" as survey_id, count(*) as total, sum(choice) as yes, (array_agg(hash order by n desc))[1] as head
      from chained group by "surveyId"
    ), moved as (
      update surveys
      set total_votes = total_votes + m.total, yes_votes = yes_votes + m.yes, ledger_head = m.head
      from moves as m where surveys.id = m.survey_id
    ), counted_today as (
      insert into survey_days (survey_id, day, total_votes, yes_votes)
      select survey_id, at / ${sql.lit(DAY_MS)}, total, yes from moves, moment
      on conflict (survey_id, day) do update set
        total_votes = survey_days.total_votes + excluded.total_votes,
        yes_votes = survey_days.yes_votes + excluded.yes_votes
    )
    select id, n, hash from chained`.execute(db);
  return new Map(rows.map(({ id, n, hash }) => [id, receiptOf({ n, hash })]));
}

/** Why ballots were not stored: voted before, ended, or nothing to vote on. */
async function explain({ db, dialect }: Database, ballots: readonly Ballot[]): Promise<Map<string, Outcome>> {
  const rows = dialect.rows(ballots, { id: "text", surveyId: "text", userId: "text" });
  type Why = { ballot: string; id: string | null; choice: 0 | 1; n: number; hash: string; has_ended: number };
  const { rows: found } = await sql<Why>`
    select r.id as ballot, v.id, v.choice, v.n, v.hash, case when s.ends_at <= ${dialect.now} then 1 else 0 end as has_ended
    from ${rows}
    left join votes v on v.survey_id = r."surveyId" and v.user_id = r."userId"
    left join surveys s on s.id = r."surveyId" and s.status = ${sql.lit(PUBLISHED)}`.execute(db);
  return new Map(
    found.map(({ ballot, id, choice, has_ended, ...vote }) => [
      ballot,
      id === null
        ? { kind: "refused", because: has_ended ? "hasEnded" : "notFound" }
        : { kind: "already", id, choice, receipt: receiptOf(vote) },
    ]),
  );
}
