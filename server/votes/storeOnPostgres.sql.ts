import { ledgerStart, MARK_DIGITS, receiptOf } from "@survey-app/contract/ledger.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { publicOnly } from "../surveys/visible.sql.ts";
import { type Ballot, type BallotResult, DAY_MS } from "./ballot.ts";
import { insertReports } from "./reports.sql.ts";

/** The receipts of the stored votes, by the ids of the votes. */
type Stored = Map<string, string>;

/** PostgreSQL's SQLSTATE of a unique violation. */
const UNIQUE_VIOLATION = "23505";
/** How often a whole batch is attempted; after that the vote writer stores its ballots one by one. */
const ATTEMPTS = 3;

/** The databases whose last batch had a repeated vote, because more of them may follow. */
const repeating = new WeakSet<Database>();

/** `storeBallots` on PostgreSQL: one statement per batch; more only for reports, rejected ballots and repeated votes. */
export async function storeBallotsOnPostgres(database: Database, ballots: readonly Ballot[]): Promise<BallotResult[]> {
  const stored = await insertNew(database, firstOfEach(ballots));
  const others = ballots.filter(({ id }) => !stored.has(id));
  // After the commit, to see the votes that other transactions stored while this batch waited for their locks.
  const why = others.length > 0 ? await explain(database, others) : new Map<string, BallotResult>();
  const isRepeating = [...why.values()].some(({ kind }) => kind === "already");
  repeating[isRepeating ? "add" : "delete"](database);
  return ballots.map(({ id }) => why.get(id) ?? { kind: "stored", id, receipt: stored.get(id) ?? "" });
}

/** Removes repeated votes within the batch, because a statement doesn't see the rows that it inserts itself. */
function firstOfEach(ballots: readonly Ballot[]): readonly Ballot[] {
  if (new Set(ballots.map(({ userId }) => userId)).size === ballots.length) return ballots;
  const seen = new Set<string>();
  return ballots.filter(({ surveyId, userId }) => {
    const key = `${userId} ${surveyId}`;
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * Optimistic: inserts first, because checking for earlier votes costs as much as the insert itself. On a unique violation,
 * which rolls back the whole batch, it retries with voters who already voted filtered out, and keeps filtering as long as
 * batches have such votes. Another instance may still store one while this batch waits for its locks; the next attempt
 * sees it.
 */
async function insertNew(database: Database, ballots: readonly Ballot[]): Promise<Stored> {
  let filtersVoted = repeating.has(database);
  for (let attempt = 1; ; attempt++) {
    try {
      return await insertOnce(database, ballots, filtersVoted);
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION || attempt === ATTEMPTS) throw error;
      filtersVoted = true;
    }
  }
}

async function insertOnce(database: Database, ballots: readonly Ballot[], filtersVoted: boolean): Promise<Stored> {
  return ballots.some(({ report }) => report !== "")
    ? database.transaction((tx) => insertWithReports(tx, ballots, filtersVoted))
    : insertAndCount(database, ballots, filtersVoted);
}

async function insertWithReports(tx: Database, ballots: readonly Ballot[], filtersVoted: boolean): Promise<Stored> {
  const stored = await insertAndCount(tx, ballots, filtersVoted);
  const reports = ballots.flatMap(({ id, surveyId, userId, report }) =>
    report !== "" && stored.has(id) ? [{ id, surveyId, userId, text: report }] : [],
  );
  if (reports.length > 0) await insertReports(tx, reports);
  return stored;
}

/** Numbers the ballots within their surveys, from 1. */
function withPlaces(ballots: readonly Ballot[]) {
  const places = new Map<string, number>();
  return ballots.map(({ id, surveyId, userId, choice, comment }) => {
    const place = (places.get(surveyId) ?? 0) + 1;
    places.set(surveyId, place);
    return { id, surveyId, userId, choice, comment, place };
  });
}

/** SQL for the rows `r` whose voters have no vote yet, renumbered within their surveys. */
function withoutVoted(ballotRows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select id, "surveyId", "userId", choice, comment, row_number() over (partition by "surveyId" order by place) as place
    from ${ballotRows} where not exists (select from votes where user_id = r."userId" and survey_id = r."surveyId")
  ) as r`;
}

/**
 * Locks the surveys in the order of their ids, so that two batches can't deadlock; inserts the votes on surveys that are open,
 * chained to the last vote of their ledgers; updates the totals and ledger heads, and the totals of the day.
 * After waiting for a lock, PostgreSQL returns the newest totals and head of the row, whatever the statement's snapshot is.
 */
async function insertAndCount(
  { db, dialect }: Database,
  ballots: readonly Ballot[],
  filtersVoted: boolean,
): Promise<Stored> {
  const surveyIds = [...new Set(ballots.map(({ surveyId }) => surveyId))];
  const ballotRows = dialect.rows(withPlaces(ballots), {
    id: "text",
    surveyId: "text",
    userId: "text",
    choice: "integer",
    comment: "text",
    place: "integer",
  });
  const { rows } = await sql<{ stored: string | null }>`
    with open as materialized (
      select id, total_votes, case when ledger_head <> '' then ledger_head
        else encode(sha256(convert_to(${ledgerStart("")} || id, 'UTF8')), 'hex') end as head
      from surveys
      where id = any(${surveyIds}::text[]) and ${publicOnly(dialect.now)}
        and (ends_at is null or ends_at > ${dialect.now})
      order by id for no key update
    ), moment as materialized (
      -- After the locks, so that no vote is dated before the one it follows.
      select at, ${dialect.day(sql`at`)} as day
      from (select ${dialect.now} as at from (select count(*) from open) as locked) as clock
    ), chained as materialized (
      select r.*, at, total_votes + place as n,
        hash_chain(head, ' ' || total_votes + place || ' ' || day || ' ' || choice) over (
          partition by r."surveyId" order by place rows between unbounded preceding and current row
        ) as hash
      from ${filtersVoted ? withoutVoted(ballotRows) : ballotRows} join open on open.id = r."surveyId", moment
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
    select string_agg(id || ' ' || n || ' ' || left(hash, ${sql.lit(MARK_DIGITS)}), ',') as stored from chained`.execute(
    db,
  );
  // One text, because the driver parses it in a fraction of the time that as many rows would take.
  return new Map(
    rows[0]?.stored?.split(",").map((vote) => {
      const [id = "", n, hash = ""] = vote.split(" ");
      return [id, receiptOf({ n: Number(n), hash })];
    }),
  );
}

/** Finds out why ballots were not stored: voted before, survey ended, or no such survey. */
async function explain({ db, dialect }: Database, ballots: readonly Ballot[]): Promise<Map<string, BallotResult>> {
  const rows = dialect.rows(ballots, { id: "text", surveyId: "text", userId: "text" });
  type Why = { ballot: string; id: string | null; choice: 0 | 1; n: number; hash: string; has_ended: number };
  const { rows: found } = await sql<Why>`
    select r.id as ballot, v.id, v.choice, v.n, v.hash, case when s.ends_at <= ${dialect.now} then 1 else 0 end as has_ended
    from ${rows}
    left join votes v on v.survey_id = r."surveyId" and v.user_id = r."userId"
    left join surveys s on s.id = r."surveyId" and ${publicOnly(dialect.now, "s")}`.execute(db);
  return new Map(
    found.map(({ ballot, id, choice, has_ended, ...vote }) => [
      ballot,
      id === null
        ? { kind: "refused", because: has_ended ? "hasEnded" : "notFound" }
        : { kind: "already", id, choice, receipt: receiptOf(vote) },
    ]),
  );
}
