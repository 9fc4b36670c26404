import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { isTriable } from "../queues/steps.sql.ts";

/** Surveys refreshed in one transaction: on SQLite votes wait for it. Measured: 3 ms for 100, 25 ms for 500. */
export const REFRESHED_MAX = 100;
/** Surveys compared by one statement, some milliseconds: on SQLite lists wait for it. */
const COMPARED_MAX = 500;

/**
 * Copies the totals of ballot boxes to their surveys, where lists are sorted by votes, adds the new votes to the counts
 * of their days, and records first votes. This is not part of the transactions that store votes, where it would cost an
 * index update for each vote; here it costs one for all votes of a second.
 *
 * A survey that another transaction has locked is left for a later call, so that a refresh neither waits nor deadlocks.
 * @param ids at most `REFRESHED_MAX`
 * @returns the ids of the surveys whose totals have changed, and of those that were locked
 */
export function refreshListedVotes(
  database: Database,
  ids: readonly string[],
  record: RecordSurveyEvent,
): Promise<{ refreshed: string[]; locked: string[] }> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const change = changeOf(tx, null, record);
    const listed = await db
      .selectFrom("surveys")
      .select(["id", "listed_votes", "listed_rows"])
      .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
      .orderBy("id")
      .$call(dialect.lockSkippingLocked)
      .execute();
    // A second statement: the first would also lock the boxes, for which votes wait.
    const totals = await db
      .selectFrom("ballot_boxes")
      .select(["survey_id", "participants", "yes_votes", "unsure_votes", "ledger_rows"])
      .where(({ ref }) => dialect.isOneOf(ref("survey_id"), ids))
      .execute();
    const isFree = new Set(listed.map(({ id }) => id));
    const locked = totals.map((box) => box.survey_id).filter((id) => !isFree.has(id));
    const totalOf = new Map(totals.map((box) => [box.survey_id, box]));
    const changed = listed.flatMap(({ id, listed_votes: before, listed_rows: from }) => {
      const box = totalOf.get(id);
      if (!box) return [];
      const { participants: total, yes_votes: yes, unsure_votes: unsure, ledger_rows: to } = box;
      return total === before && to === from ? [] : [{ id, before, total, yes, unsure, from, to }];
    });
    if (changed.length === 0) return { refreshed: [], locked };
    const columns = {
      id: "text",
      total: "bigint",
      yes: "bigint",
      unsure: "bigint",
      from: "bigint",
      to: "bigint",
    } as const;
    const rows = dialect.rows(changed, columns);
    await addToDays(tx, rows);
    await sql`update surveys
      set listed_votes = r.total, listed_yes = r.yes, listed_unsure = r.unsure, listed_rows = r."to"
      from ${rows} where surveys.id = r.id`.execute(db);
    for (const { id, before } of changed)
      if (before === 0)
        await change.record({ kind: "firstVote", surveyId: id, by: null, logged: null, isPublic: false });
    return { refreshed: changed.map(({ id }) => id), locked };
  });
}

/**
 * Adds the votes of ledger rows to the counts of their days. A row that replaces another adds the difference between
 * the two to the day of the first vote, so that a changed vote counts once, on the day it was first cast, with its
 * current answer.
 * @param rows surveys with the first row (exclusive) and the last
 */
async function addToDays({ db }: Database, rows: RawBuilder<unknown>): Promise<void> {
  const isAnswer = (column: string, answer: 1 | 2) =>
    sql`case when ${sql.ref(column)} = ${sql.lit(answer)} then 1 else 0 end`;
  const added = (answer: 1 | 2) =>
    sql`cast(sum(${isAnswer("choice", answer)} - ${isAnswer("earlier", answer)}) as bigint)`;
  // "cross" makes SQLite keep this join order.
  await sql`
    insert into survey_days (survey_id, day, participants, yes_votes, unsure_votes)
    select survey_id, cast_at / ${sql.lit(DAY_MS)}, count(case when replaces is null then 1 end), ${added(1)}, ${added(2)}
    from (
      select votes.survey_id, choice, replaces,
        case when replaces is null then created_at else (
          select first.created_at from votes first
          where first.user_id = votes.user_id and first.survey_id = votes.survey_id and first.turn = 0
        ) end as cast_at,
        case when replaces is null then null else (
          select replaced.choice from votes replaced where replaced.survey_id = votes.survey_id and replaced.n = votes.replaces
        ) end as earlier
      from ${rows} cross join votes
      where votes.survey_id = r.id and votes.n > r."from" and votes.n <= r."to"
    ) as listed
    group by survey_id, cast_at / ${sql.lit(DAY_MS)}
    on conflict (survey_id, day) do update set
      participants = survey_days.participants + excluded.participants,
      yes_votes = survey_days.yes_votes + excluded.yes_votes,
      unsure_votes = survey_days.unsure_votes + excluded.unsure_votes`.execute(db);
}

/** Yields the ids of all surveys whose listed votes are not those of their ballot box. */
export async function* findUnlisted({ db }: Database): AsyncGenerator<string> {
  for (let last = ""; ; ) {
    const { rows } = await sql<{ id: string; is_listed: number }>`
      select compared.id,
        case when listed_votes = participants and listed_rows = ledger_rows or not ${isTriable("listedVotes", "compared.id")}
          then 1 else 0 end as is_listed
      from (select id, listed_votes, listed_rows from surveys where id > ${last} order by id limit ${sql.lit(COMPARED_MAX)}) as compared
      join ballot_boxes on survey_id = compared.id order by compared.id`.execute(db);
    for (const { id, is_listed } of rows) if (!is_listed) yield id;
    if (rows.length < COMPARED_MAX) return;
    last = rows.at(-1)?.id ?? last;
  }
}
