import type { Database } from "../database/database.ts";

/** Ends the pauses of all rows that failed in jobs, as if the time had passed. */
export async function endPauses({ db }: Database): Promise<void> {
  await db.updateTable("failed_steps").set({ next_at: 0 }).execute();
}

/** The stored failures of a row. */
export async function failuresOf({ db }: Database, row: string) {
  const rows = await db.selectFrom("failed_steps").selectAll().where("row_key", "=", row).execute();
  return rows.map(({ next_at, ...failure }) => ({ ...failure, next_at: Number(next_at) }));
}
