import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Dialect } from "../dialect.ts";
import { oneServerAfterTheOther } from "./0018-asked-question.ts";

/**
 * For results that wait until their owner shows them: the setting `shown`, when the owner of a survey showed its result
 * and how many people had voted by then, and the webhook event. Version 1.0 hides such a result: it knows neither the
 * setting nor the showing.
 */
export async function addShownResults(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine === "postgres") await oneServerAfterTheOther.execute(db);
  await db.schema.alterTable("ballot_boxes").addColumn("shown_at", "bigint").execute();
  await db.schema.alterTable("ballot_boxes").addColumn("shown_after", "bigint").execute();
  const widen = engine === "postgres" ? widenOnPostgres : widenOnSqlite;
  for (const column of widened) await widen(db, column);
}

interface Widened {
  table: string;
  name: string;
  allowed: RawBuilder<unknown>;
  /** What a row has that names none. SQLite requires one of a new column. */
  initial: string;
}

const widened: Widened[] = [
  {
    table: "surveys",
    name: "results",
    allowed: sql`check (results in ('live', 'afterVote', 'afterClose', 'shown'))`,
    initial: "live",
  },
  {
    table: "webhook_deliveries",
    name: "event",
    allowed: sql`check (event in ('published', 'unpublished', 'closed', 'outcome', 'test', 'shown'))`,
    initial: "test",
  },
];

/**
 * SQLite can't change the check of a column, so another column takes its place. Triggers and indexes that name the
 * column are created again as they were.
 */
async function widenOnSqlite(db: Kysely<never>, { table, name, allowed, initial }: Widened): Promise<void> {
  const { rows: naming } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_schema
    where type in ('trigger', 'index') and tbl_name = ${table} and sql like ${`%${name}%`}`.execute(db);
  for (const each of naming) await sql`drop ${sql.raw(each.type)} ${sql.ref(each.name)}`.execute(db);
  const former = sql.ref(`former_${name}`);
  await sql`alter table ${sql.ref(table)} rename column ${sql.ref(name)} to ${former}`.execute(db);
  await sql`alter table ${sql.ref(table)} add column ${sql.ref(name)} text not null default ${sql.lit(initial)} ${allowed}`.execute(
    db,
  );
  await sql`update ${sql.ref(table)} set ${sql.ref(name)} = ${former}`.execute(db);
  await sql`alter table ${sql.ref(table)} drop column ${former}`.execute(db);
  for (const { sql: text } of naming) await sql.raw(text).execute(db);
}

async function widenOnPostgres(db: Kysely<never>, { table, name, allowed }: Widened): Promise<void> {
  const constraint = sql.ref(`${table}_${name}_check`);
  await sql`alter table ${sql.ref(table)} drop constraint ${constraint}, add constraint ${constraint} ${allowed}`.execute(
    db,
  );
}
