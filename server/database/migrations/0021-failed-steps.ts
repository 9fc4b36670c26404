import type { Kysely } from "kysely";

/**
 * For recurring jobs: the rows that failed, when each is tried again, and why it failed, without personal data. The job
 * of mailings counted its failures in `mailings.failures` before, which a later release can remove.
 */
export async function createFailedSteps({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable("failed_steps")
    .addColumn("job", "text", (c) => c.notNull())
    .addColumn("row_key", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("next_at", "bigint", (c) => c.notNull())
    .addColumn("first_failed_at", "bigint", (c) => c.notNull())
    .addColumn("error", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("failed_steps_key", ["job", "row_key"])
    .execute();
}
