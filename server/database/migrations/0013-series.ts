import { type Kysely, sql } from "kysely";

/** For surveys that ask the same question again. */
export async function addSeries(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("surveys").addColumn("series_id", "text").execute();
  await sql`create index surveys_series on surveys (series_id) where series_id is not null`.execute(db);
}
