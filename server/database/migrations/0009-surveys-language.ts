import type { Kysely } from "kysely";

/** For the language of surveys, and for the same question in other languages. */
export async function addSurveysLanguage(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("surveys").addColumn("language", "text").execute();
  await db.schema
    .alterTable("surveys")
    .addColumn("translations", "text", (c) => c.notNull().defaultTo("[]"))
    .execute();
}
