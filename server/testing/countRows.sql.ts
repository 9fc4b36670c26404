import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";

const tables: (keyof Tables)[] = [
  "users",
  "sessions",
  "api_keys",
  "accounts",
  "pending_sign_ins",
  "memberships",
  "surveys",
  "votes",
  "secret_voters",
  "reports",
  "feedback",
  "images",
  "webhooks",
  "webhook_deliveries",
  "mail_links",
];

/**
 * The number of rows of each table: rejected requests must store none. The outbox is left out, because emails of
 * earlier requests leave it at any time.
 */
export async function countRows({ db }: Database): Promise<Record<string, number>> {
  const counts = tables.map((name) => sql`select ${sql.lit(name)} as name, count(*) as count from ${sql.table(name)}`);
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}
