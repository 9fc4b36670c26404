import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/** The columns of users with a user's identity and rights. */
const IDENTITY_COLUMNS = "name, email, photo_url, role, status";

/** The columns of sessions whose change invalidates the session cache, which has sessions by their id. */
const SESSION_COLUMNS = "id, user_id, expires_at, has_second_factor";

/**
 * Creates the table of users whose name, rights or sessions changed. Triggers write it in the transaction of the
 * change, so that no code can forget to. Servers read it once a second instead of every user's rows
 * (session/sessionCache.ts). Another trigger marks the sessions of a user whose role changes as due for renewal.
 */
export async function createSessionChanges(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const isSqlite = engine === "sqlite";
  await db.schema
    .createTable("session_changes")
    .addColumn("id", isSqlite ? "integer" : "bigserial", (c) =>
      isSqlite ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("changed_at", "bigint", (c) => c.notNull())
    .execute();
  await (isSqlite ? addSqliteTriggers(db) : addPostgresTriggers(db));
}

async function addSqliteTriggers(db: Kysely<never>): Promise<void> {
  const recordChange = (name: string, event: string, user: string) =>
    sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} begin
      insert into session_changes (user_id, changed_at)
      values (${sql.raw(user)}, cast(unixepoch('subsec') * 1000 as integer));
    end`.execute(db);
  await recordChange("session_user_changed", `update of ${IDENTITY_COLUMNS} on users`, "new.id");
  await recordChange("session_ended", "delete on sessions", "old.user_id");
  await recordChange("session_key_revoked", "delete on api_keys", "old.user_id");
  await recordChange("session_updated", `update of ${SESSION_COLUMNS} on sessions`, "old.user_id");
  await recordChange("session_membership_added", "insert on memberships", "new.user_id");
  await recordChange("session_membership_updated", "update on memberships", "old.user_id");
  await recordChange("session_membership_removed", "delete on memberships", "old.user_id");
  await sql`create trigger session_role_changed after update of role on users when new.role <> old.role begin
      update sessions set needs_renewal = 1 where user_id = new.id;
    end`.execute(db);
}

async function addPostgresTriggers(db: Kysely<never>): Promise<void> {
  // Rows become visible in the order of commits, not of ids, so readers continue by transaction id.
  await sql`alter table session_changes add column transaction_id xid8 not null default pg_current_xact_id()`.execute(
    db,
  );
  await sql`create index session_changes_by_transaction on session_changes (transaction_id)`.execute(db);
  await sql`create function record_session_change() returns trigger language plpgsql as $$
    begin
      insert into session_changes (user_id, changed_at)
      values (case when tg_table_name = 'users' then to_jsonb(new) ->> 'id'
                   else coalesce(to_jsonb(old), to_jsonb(new)) ->> 'user_id' end,
              (extract(epoch from clock_timestamp()) * 1000)::bigint);
      return null;
    end $$`.execute(db);
  const recordChange = (event: string, table: string) =>
    sql`create trigger session_changed after ${sql.raw(event)} on ${sql.ref(table)}
      for each row execute function record_session_change()`.execute(db);
  await recordChange(`update of ${IDENTITY_COLUMNS}`, "users");
  await recordChange(`delete or update of ${SESSION_COLUMNS}`, "sessions");
  await recordChange("delete", "api_keys");
  await recordChange("insert or update or delete", "memberships");
  await sql`create function mark_sessions_for_renewal() returns trigger language plpgsql as $$
    begin
      update sessions set needs_renewal = 1 where user_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger session_role_changed after update of role on users
      for each row when (new.role <> old.role) execute function mark_sessions_for_renewal()`.execute(db);
}
