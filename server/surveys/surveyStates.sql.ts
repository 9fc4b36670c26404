import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { entriesOf, inState, type SurveyFilter, type SurveyState } from "./surveyOrder.sql.ts";

/** The surveys in a state are counted up to here: one range of an index, some milliseconds. */
export const COUNTED_MAX = 2000;

/** Counts the surveys of a list in a state, and, in `inRange`, without regard to the user's votes. */
export async function countInState(
  database: Database,
  filter: SurveyFilter,
  state: SurveyState,
): Promise<{ inRange: number; total: number; isCut: boolean }> {
  const looked = { id: sql.ref("looked.id"), deadline: sql.ref("looked.deadline") };
  const { rows } = await sql<{ found: number; total: number }>`
    select count(*) as found, count(case when ${inState(state, looked)} then 1 end) as total
    from (${rangeOf(database, filter, state, COUNTED_MAX + 1)}) as looked`.execute(database.db);
  const found = Number(rows[0]?.found);
  return {
    inRange: found,
    total: Math.min(Number(rows[0]?.total), COUNTED_MAX),
    isCut: found > COUNTED_MAX,
  };
}

/** The ids of the surveys in a state, at most `max`, without regard to the user's votes. */
export async function idsInState(
  database: Database,
  filter: SurveyFilter,
  state: SurveyState,
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select looked.id as id from (${rangeOf(database, filter, state, max)}) as looked`.execute(database.db);
  return rows.map(({ id }) => id);
}

/** SQL: the running surveys, the soonest end first, or the ended ones, the latest end first. */
function rangeOf(
  database: Database,
  filter: SurveyFilter,
  { isRunning, at }: SurveyState,
  max: number,
): RawBuilder<unknown> {
  const { from, id, deadline, where, orderBy } = entriesOf(database, filter, "deadline", {
    direction: isRunning ? "asc" : "desc",
    deadline: { is: isRunning ? ">" : "<=", at },
  });
  return sql`select ${id} as id, ${deadline} as deadline from ${from} where ${where} order by ${orderBy} limit ${max}`;
}
