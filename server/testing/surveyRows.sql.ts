import type { Insertable } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";

/** Inserts surveys together with the totals of their ballot boxes, from which the app would correct `listed_votes`. */
export function insertSurveyRows(database: Database, rows: readonly Insertable<Tables["surveys"]>[]): Promise<void> {
  return database.transaction(async ({ db }) => {
    await db.insertInto("surveys").values(rows).execute();
    await db
      .updateTable("ballot_boxes")
      .set(({ selectFrom }) => ({
        participants: selectFrom("surveys").select("listed_votes").whereRef("id", "=", "survey_id").$asScalar(),
      }))
      .where(
        "survey_id",
        "in",
        rows.map(({ id }) => id),
      )
      .execute();
  });
}
