import { type Kysely, sql } from "kysely";

/** For the clocks beside the data, by which a start with a wrong clock is noticed. Without a row, none is. */
export async function createHeartbeats({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable("heartbeats")
    .addColumn("id", "integer", (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn("server_at", "bigint", (c) => c.notNull())
    .addColumn("database_at", "bigint", (c) => c.notNull())
    .addColumn("told_at", "bigint")
    .execute();
}
