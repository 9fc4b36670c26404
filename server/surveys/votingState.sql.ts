import { type RawBuilder, sql } from "kysely";
import type { Counted } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { entriesOf, inVotingState, type SurveyFilter, type VotingState } from "./surveyOrder.sql.ts";

/** The surveys in a voting state are counted up to here: one range of an index, some milliseconds. */
export const COUNTED_MAX = 2000;

/** Counts the surveys of a list in a voting state, and, in `inRange`, without regard to the user's votes. */
export async function countInVotingState(
  database: Database,
  filter: SurveyFilter,
  votingState: VotingState,
): Promise<Counted & { inRange: number }> {
  const scanned = { id: sql.ref("scanned.id"), deadline: sql.ref("scanned.deadline") };
  const { rows } = await sql<{ found: number; total: number }>`
    select count(*) as found, count(case when ${inVotingState(database, votingState, scanned)} then 1 end) as total
    from (${rangeOf(database, filter, votingState, COUNTED_MAX + 1)}) as scanned`.execute(database.db);
  const found = Number(rows[0]?.found);
  return {
    inRange: found,
    total: Math.min(Number(rows[0]?.total), COUNTED_MAX),
    isMinimum: found > COUNTED_MAX,
  };
}

/** The ids of the surveys in a voting state, at most `max`, without regard to the user's votes. */
export async function listIdsInVotingState(
  database: Database,
  filter: SurveyFilter,
  votingState: VotingState,
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select scanned.id as id from (${rangeOf(database, filter, votingState, max)}) as scanned`.execute(database.db);
  return rows.map(({ id }) => id);
}

/** SQL: the open surveys, the soonest end first, or the ended ones, the latest end first. */
function rangeOf(
  database: Database,
  filter: SurveyFilter,
  { isOpen, at }: VotingState,
  max: number,
): RawBuilder<unknown> {
  const { from, id, deadline, where, orderBy } = entriesOf(database, filter, "deadline", {
    direction: isOpen ? "asc" : "desc",
    deadline: { is: isOpen ? ">" : "<=", at },
  });
  return sql`select ${id} as id, ${deadline} as deadline from ${from} where ${where} order by ${orderBy} limit ${max}`;
}
