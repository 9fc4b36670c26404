import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";
import { oneServerAfterTheOther } from "./0018-asked-question.ts";

/**
 * For meetings, which version 1.0 doesn't make: whether people who were sent a link can get a correction, and the
 * mailing that sends it; whether a user who isn't a surveyor opened a question; and that an admin has taken a meeting
 * down.
 */
export async function addCorrectionsAndTakeDowns(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine === "postgres") await oneServerAfterTheOther.execute(db);
  await addColumns(db);
  await (engine === "postgres" ? allowCorrectionsOnPostgres.execute(db) : allowCorrectionsOnSqlite(db));
}

async function addColumns({ schema }: Kysely<never>): Promise<void> {
  await schema
    .alterTable("meetings")
    .addColumn("correction_due", "integer", (c) => c.notNull().defaultTo(0).check(sql`correction_due in (0, 1)`))
    .execute();
  await schema
    .alterTable("meetings")
    .addColumn("asked_as_user", "integer", (c) => c.check(sql`asked_as_user in (0, 1)`))
    .execute();
  await schema.alterTable("meetings").addColumn("taken_down_for", "text").execute();
}

const allowCorrectionsOnPostgres = sql`alter table mailings drop constraint mailings_kind_check,
  add constraint mailings_kind_check check (kind in ('result', 'outcome', 'reminder', 'invitation', 'correction'))`;

/** Edits the text of the schema, as in 0038-meetings.ts. */
async function allowCorrectionsOnSqlite(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(db);
  await sql`pragma writable_schema = on`.execute(db);
  await sql`update sqlite_schema
    set sql = replace(sql, 'kind in (''result'', ''outcome'', ''reminder'', ''invitation'')',
      'kind in (''result'', ''outcome'', ''reminder'', ''invitation'', ''correction'')')
    where type = 'table' and name = 'mailings'`.execute(db);
  await sql`pragma schema_version = ${sql.lit((rows[0]?.schema_version ?? 0) + 1)}`.execute(db);
  await sql`pragma writable_schema = reset`.execute(db);
}
