import type { Kysely } from "kysely";

/** The contact line of a survey; "" if it has none. */
export async function addContact(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("surveys")
    .addColumn("contact", "text", (c) => c.notNull().defaultTo(""))
    .execute();
}
