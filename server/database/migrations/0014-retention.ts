import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * For removing names after some time: when those of a survey were removed, and when each account was last used. Votes
 * may be taken from their voters from now on, once and for good: the id of the voter becomes `removed-` and random
 * digits, and the invitation and the hash of the ballot cookie become null. Everything else of a vote stays as
 * immutable as before.
 */
export async function addRetention(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const { schema } = db;
  await schema.alterTable("surveys").addColumn("names_removed_at", "bigint").execute();
  await sql`create index surveys_with_names on surveys (closed_at)
    where closed_at is not null and names_removed_at is null`.execute(db);
  await schema.alterTable("users").addColumn("used_at", "bigint").execute();
  await schema
    .alterTable("users")
    .addColumn("inactivity_notices", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable("users").addColumn("inactivity_told_at", "bigint").execute();
  // Nobody knows when the accounts of before were last used.
  await sql`update users set used_at = ${sql.lit(Date.now())}`.execute(db);
  await sql`create index users_by_use on users ((coalesce(used_at, created_at)))`.execute(db);
  for (const statement of engine === "postgres" ? onPostgres : onSqlite) await statement.execute(db);
}

const REFUSAL = sql.lit("Votes are never deleted, and only their comments change; a changed vote is replaced once");
const FIXED = sql.raw("survey_id, n, id, choice, created_at, hash, turn, replaces");
const VOTER = sql.raw("user_id, invitation_id, ballot_hash");
const IS_NO_REMOVAL = sql.raw(`old.user_id like 'removed-%' or new.user_id not like 'removed-%'
  or new.invitation_id is not null or new.ballot_hash is not null`);

const onSqlite = [
  sql`drop trigger votes_stand`,
  sql`create trigger votes_stand before update of ${FIXED} on votes begin select raise(abort, ${REFUSAL}); end`,
  sql`create trigger votes_removed_once before update of ${VOTER} on votes when ${IS_NO_REMOVAL}
    begin select raise(abort, ${REFUSAL}); end`,
];

const onPostgres = [
  // A distributed database has the triggers on every server; elsewhere the setting means nothing.
  sql`select set_config('citus.enable_unsafe_triggers', 'on', true)`,
  sql`drop trigger votes_stay on votes`,
  sql`create trigger votes_stay before delete or update of ${FIXED} on votes
    for each row execute function refuse_vote_change()`,
  sql`create trigger votes_removed_once before update of ${VOTER} on votes
    for each row when (${IS_NO_REMOVAL}) execute function refuse_vote_change()`,
];
