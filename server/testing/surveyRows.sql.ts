import { type Insertable, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";

/** Inserts surveys together with the totals of their ballot boxes, from which the app would correct `listed_votes`. */
export function insertSurveyRows(database: Database, rows: readonly Insertable<Tables["surveys"]>[]): Promise<void> {
  return database.transaction(async ({ db, dialect }) => {
    await db.insertInto("surveys").values(rows).execute();
    const listed = rows.flatMap(({ id, listed_votes: votes = 0 }) => (votes === 0 ? [] : [{ id, votes }]));
    if (listed.length === 0) return;
    const totals = dialect.rows(listed, { id: "text", votes: "bigint" });
    await sql`update ballot_boxes set participants = r.votes from ${totals} where survey_id = r.id`.execute(db);
  });
}

/** Inserts notes on surveys, as many as the app would refuse. */
export async function insertNotes(
  { db }: Database,
  rows: readonly Insertable<Tables["survey_notes"]>[],
): Promise<void> {
  await db.insertInto("survey_notes").values(rows).execute();
}
