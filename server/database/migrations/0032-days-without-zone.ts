import type { Kysely } from "kysely";

/**
 * For days that arrived without a time and a time zone: 1, where the start or the deadline of a survey is such a day.
 */
export async function addDaysWithoutZone(db: Kysely<never>): Promise<void> {
  for (const column of ["start_is_day", "deadline_is_day"])
    await db.schema
      .alterTable("surveys")
      .addColumn(column, "integer", (c) => c.notNull().defaultTo(0))
      .execute();
}
