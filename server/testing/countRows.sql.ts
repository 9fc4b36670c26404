import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";

const tables: (keyof Tables)[] = [
  "users",
  "sessions",
  "accounts",
  "verifications",
  "memberships",
  "surveys",
  "votes",
  "reports",
  "feedback",
  "images",
  "outbox",
  "mail_links",
];

/** The number of rows of each table: rejected requests must store none. */
export async function countRows({ db }: Database): Promise<Record<string, number>> {
  const counts = tables.map((name) => sql`select ${sql.lit(name)} as name, count(*) as count from ${sql.table(name)}`);
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}

/** The same, after all enqueued emails have been sent, because sending one changes the counts. */
export async function countSettledRows(database: Database): Promise<Record<string, number>> {
  await expect.poll(async () => (await countRows(database)).outbox, { timeout: 10_000 }).toBe(0);
  return countRows(database);
}
