import { type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

/** Lists without a bound of their own are counted up to this many rows: a fifth of a millisecond on SQLite. */
const COUNTED_MAX = 5000;

/** The number of rows of a list. */
export interface Counted {
  total: number;
  /** Whether there are more rows than `total`, at which counting stopped. */
  isMinimum?: boolean;
}

/** The number of rows that a query finds, whatever it selects. The query must not have an order or a limit. */
export async function countMatching<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const row = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number((row as { count: number }).count);
}

/**
 * Counts the rows that a query finds, at most `max`, so that counting a longer list costs the same.
 * @param query without a limit. An order decides which index is read
 */
export async function countUpTo<DB, TB extends keyof DB, O>(
  { db }: Database,
  query: SelectQueryBuilder<DB, TB, O>,
  max = COUNTED_MAX,
): Promise<Counted> {
  const some = query
    .clearSelect()
    .select(sql.lit(1).as("one"))
    .limit(max + 1);
  const count = await countMatching(db.selectFrom(sql`${some}`.as("some")));
  return { total: Math.min(count, max), isMinimum: count > max };
}
