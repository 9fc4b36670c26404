import type { Kysely } from "kysely";

/** For the rules by which surveys for invited people pass. */
export async function addPassRules(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("surveys").addColumn("pass_rule", "text").execute();
}
