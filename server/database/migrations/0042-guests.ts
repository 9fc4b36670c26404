import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * Guests: users without an address who are in use, unlike deleted accounts. A guest is deleted with all their surveys
 * and the votes on them, which the database has refused so far. Votes still stay as long as their survey does: on
 * SQLite the survey has to be gone first; on PostgreSQL, where votes can be on another server than surveys, the
 * transaction names the survey that goes. Version 1.0 doesn't have guests and doesn't delete votes.
 */
export async function addGuests(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  await sql`alter table users add column is_guest integer not null default 0 check (is_guest in (0, 1))`.execute(db);
  await sql`create index users_guests on users (created_at) where is_guest = 1`.execute(db);
  for (const statement of engine === "postgres" ? onPostgres : onSqlite) await statement.execute(db);
}

const REFUSAL = sql.lit("Votes are never deleted, and only their comments change; a changed vote is replaced once");

const onSqlite = [
  sql`drop trigger votes_stay`,
  sql`create trigger votes_stay before delete on votes when exists (select 1 from surveys where id = old.survey_id)
    begin select raise(abort, ${REFUSAL}); end`,
];

const onPostgres = [
  sql`create or replace function refuse_vote_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if current_setting('survey_app.erased_survey', true) = old.survey_id then
          return old;
        end if;
      end if;
      raise exception ${REFUSAL};
    end $$`,
];
