import type { Kysely } from "kysely";

/** For the language that users choose for pages and emails. */
export async function addUsersLanguage(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("users").addColumn("language", "text").execute();
}
