import { type Kysely, sql } from "kysely";

/** Creates the table that remembers when admins got the last email about what awaits review. */
export async function createReviewDigests({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable("review_digests")
    .addColumn("id", "integer", (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn("sent_at", "bigint", (c) => c.notNull())
    .execute();
}
