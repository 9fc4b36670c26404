import type { Kysely } from "kysely";

/** For who answers questions about a survey; "" for nobody. */
export async function addContact(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("surveys")
    .addColumn("contact", "text", (c) => c.notNull().defaultTo(""))
    .execute();
}
