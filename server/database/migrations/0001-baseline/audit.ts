import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/** Creates the audit log. Triggers forbid changing its rows, whichever code attempts it. */
export async function createAuditLog(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  await db.schema
    .createTable("audit_log")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("actor", "text", (c) =>
      c.notNull().check(sql`actor in ('admin', 'owner', 'commandLine', 'start', 'setting')`),
    )
    .addColumn("admin_id", "text", (c) => c.references("users.id"))
    .addColumn("about_kind", "text", (c) =>
      c.notNull().check(sql`about_kind in ('user', 'survey', 'payment', 'queue')`),
    )
    .addColumn("about_id", "text", (c) => c.notNull())
    .addColumn("about_title", "text", (c) => c.notNull())
    .addColumn("before", "text", (c) => c.notNull())
    .addColumn("after", "text", (c) => c.notNull())
    .addColumn("request_id", "text")
    .addCheckConstraint("audit_log_actor", sql`(actor in ('admin', 'owner')) = (admin_id is not null)`)
    .execute();
  await db.schema.createIndex("audit_log_by_action").on("audit_log").columns(["action", "id"]).execute();
  await db.schema.createIndex("audit_log_about").on("audit_log").columns(["about_id", "id"]).execute();
  await (engine === "sqlite" ? refuseOnSqlite(db) : refuseOnPostgres(db));
}

async function refuseOnSqlite(db: Kysely<never>): Promise<void> {
  for (const event of ["update", "delete"])
    await sql`create trigger ${sql.ref(`audit_log_no_${event}`)} before ${sql.raw(event)} on audit_log begin
      select raise(abort, 'the audit log is append-only');
    end`.execute(db);
  // "insert or replace" deletes the row that it replaces without firing the trigger above.
  await sql`create trigger audit_log_no_replace before insert on audit_log
    when exists (select 1 from audit_log where id = new.id) begin
      select raise(abort, 'the audit log is append-only');
    end`.execute(db);
}

async function refuseOnPostgres(db: Kysely<never>): Promise<void> {
  await sql`create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log is append-only';
    end $$`.execute(db);
  await sql`create trigger audit_log_append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(db);
}
