import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/** How often callers made calls that are limited, for all instances. Unlogged: a crash of the server may forget it. */
export async function callCounts({ schema }: Kysely<never>, { engine }: Dialect): Promise<void> {
  const table = schema
    .createTable("call_counts")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("calls", "integer", (c) => c.notNull())
    .addColumn("ends_at", "bigint", (c) => c.notNull());
  await (engine === "postgres" ? table.modifyFront(sql`unlogged`) : table).execute();
  await schema.createIndex("call_counts_by_end").on("call_counts").column("ends_at").execute();
}
