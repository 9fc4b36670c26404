import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * Sessions whose person's role changed after they began are due to be renewed. The database itself marks them, in the
 * transaction that changes the role, so that no way of changing it can forget to.
 */
export async function sessionRenewal(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  await db.schema
    .alterTable("sessions")
    .addColumn("needs_renewal", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await (engine === "sqlite" ? addSqliteTriggers(db) : addPostgresTriggers(db));
}

async function addSqliteTriggers(db: Kysely<never>): Promise<void> {
  await sql`create trigger session_outlived_role after update of role on users when new.role <> old.role begin
      update sessions set needs_renewal = 1 where user_id = new.id;
    end`.execute(db);
  // Servers remember callers by their session's id (migration 0006).
  await sql`create trigger caller_renewed_session after update of id on sessions begin
      insert into caller_changes (user_id, changed_at)
      values (old.user_id, cast(unixepoch('subsec') * 1000 as integer));
    end`.execute(db);
}

async function addPostgresTriggers(db: Kysely<never>): Promise<void> {
  await sql`create function mark_sessions_for_renewal() returns trigger language plpgsql as $$
    begin
      update sessions set needs_renewal = 1 where user_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger session_outlived_role after update of role on users
      for each row when (new.role <> old.role) execute function mark_sessions_for_renewal()`.execute(db);
  // Servers remember callers by their session's id (migration 0006).
  await sql`create trigger caller_renewed_session after update of id on sessions
      for each row execute function tell_caller_change()`.execute(db);
}
