import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { type Ballot, DAY_MS, type Outcome } from "./ballot.ts";
import { insertReports } from "./reports.sql.ts";

/** `storeBallots` on PostgreSQL: one statement, and more only where somebody reports or was refused. */
export async function storeOnPostgres(database: Database, ballots: readonly Ballot[]): Promise<Outcome[]> {
  const stored = await (ballots.some(({ report }) => report !== "")
    ? database.transaction((tx) => insertWithReports(tx, ballots))
    : insertAndCount(database, ballots));
  const others = ballots.filter(({ id }) => !stored.has(id));
  // After the commit, which shows what others stored while this batch waited for them.
  const why = others.length > 0 ? await explain(database, others) : new Map<string, Outcome>();
  return ballots.map(({ id }) => why.get(id) ?? { kind: "stored", id });
}

async function insertWithReports(tx: Database, ballots: readonly Ballot[]): Promise<Set<string>> {
  const stored = await insertAndCount(tx, ballots);
  const reports = ballots.flatMap(({ id, surveyId, userId, report }) =>
    report !== "" && stored.has(id) ? [{ id, surveyId, userId, text: report }] : [],
  );
  if (reports.length > 0) await insertReports(tx, reports);
  return stored;
}

/**
 * Locks the surveys in the order of their ids, so that two batches can't wait for each other; inserts the votes of
 * those that are open; moves the totals, and those of today.
 * @returns the ids of the votes that were new
 */
async function insertAndCount({ db, dialect }: Database, ballots: readonly Ballot[]): Promise<Set<string>> {
  const surveyIds = [...new Set(ballots.map(({ surveyId }) => surveyId))];
  const given = dialect.rows(ballots, {
    id: "text",
    surveyId: "text",
    userId: "text",
    choice: "bigint",
    comment: "text",
  });
  const { rows } = await sql<{ id: string }>`
    with open as materialized (
      select id from surveys
      where id = any(${surveyIds}::text[]) and status = ${sql.lit(PUBLISHED)}
        and (ends_at is null or ends_at > ${dialect.now})
      order by id for no key update
    ), stored as (
      insert into votes (survey_id, user_id, id, choice, comment, created_at)
      select r."surveyId", r."userId", r.id, r.choice, r.comment, ${dialect.now} from ${given}
      where r."surveyId" in (select id from open)
      on conflict (user_id, survey_id) do nothing
      returning survey_id, id, choice
    ), moves as (
      select survey_id, count(*) as total, sum(choice) as yes from stored group by survey_id
    ), moved as (
      update surveys set total_votes = total_votes + m.total, yes_votes = yes_votes + m.yes
      from moves as m where surveys.id = m.survey_id
    ), counted_today as (
      insert into survey_days (survey_id, day, total_votes, yes_votes)
      select survey_id, ${dialect.now} / ${sql.lit(DAY_MS)}, total, yes from moves
      on conflict (survey_id, day) do update set
        total_votes = survey_days.total_votes + excluded.total_votes,
        yes_votes = survey_days.yes_votes + excluded.yes_votes
    )
    select id from stored`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Why ballots were not stored: voted before, ended, or nothing to vote on. */
async function explain({ db, dialect }: Database, ballots: readonly Ballot[]): Promise<Map<string, Outcome>> {
  const rows = dialect.rows(ballots, { id: "text", surveyId: "text", userId: "text" });
  const { rows: found } = await sql<{ ballot: string; id: string | null; choice: 0 | 1; has_ended: number | null }>`
    select r.id as ballot, v.id, v.choice, case when s.ends_at <= ${dialect.now} then 1 else 0 end as has_ended
    from ${rows}
    left join votes v on v.survey_id = r."surveyId" and v.user_id = r."userId"
    left join surveys s on s.id = r."surveyId" and s.status = ${sql.lit(PUBLISHED)}`.execute(db);
  return new Map(
    found.map(({ ballot, id, choice, has_ended }) => [
      ballot,
      id === null ? { kind: "refused", because: has_ended ? "hasEnded" : "notFound" } : { kind: "already", id, choice },
    ]),
  );
}
