import type { SelectQueryBuilder } from "kysely";

/** The number of rows that a query finds, whatever it selects. The query must not have an order or a limit. */
export async function countMatching<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const row = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number((row as { count: number }).count);
}
