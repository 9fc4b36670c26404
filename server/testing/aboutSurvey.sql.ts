import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** The tables that keep rows about a deleted survey: its audit events and webhook deliveries. */
const STAY = ["audit_log", "webhook_deliveries"];

/** The names of the tables that have rows about a survey. */
export async function findTablesAbout({ db }: Database, surveyId: string): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const about = tables.filter(
    ({ name, columns }) => !STAY.includes(name) && columns.some((column) => column.name === "survey_id"),
  );
  const found = about.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as name where exists (select 1 from ${sql.table(name)} where survey_id = ${surveyId})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(found, sql` union all `)}`.execute(db);
  return rows.map(({ name }) => name);
}
