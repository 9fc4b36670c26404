import { type Kysely, sql } from "kysely";

/** For surveys of users who aren't surveyors, which the setting ASK_UNLISTED allows. */
export async function addAskedAsUser(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("surveys")
    .addColumn("asked_as_user", "integer", (c) => c.notNull().defaultTo(0).check(sql`asked_as_user in (0, 1)`))
    .execute();
}
