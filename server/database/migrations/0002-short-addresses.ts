import { type Kysely, sql } from "kysely";

/** Creates the table of short addresses, which lead to surveys. */
export async function createShortAddresses(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("short_addresses")
    .addColumn("code", "text", (c) => c.primaryKey())
    // Also for servers of version 1.0 that delete a survey: they don't know this table.
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('presentation', 'flyer')`))
    .addColumn("expires_at", "bigint")
    .addUniqueConstraint("short_addresses_one_each", ["survey_id", "kind"])
    .execute();
  await sql`create index short_addresses_expiring on short_addresses (expires_at) where expires_at is not null`.execute(
    db,
  );
}
