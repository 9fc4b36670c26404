import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/** Each partition is a table and two indexes; more only make sense when they are spread over several machines. */
const PARTITIONS = 16;

/**
 * Creates the votes table, which is a ledger (contract/ledger.ts): every vote has its number `n` within its survey and the
 * hash of everything up to it. The database itself forbids deleting votes and changing anything but the comment and its time.
 *
 * The unique index on user and survey prevents a second vote. Every further index would slow down every vote; the one for
 * lists of comments has entries only for the few votes with a comment.
 * There are no foreign keys: checking them took a quarter of the time of storing a vote. They are not needed, because
 * storing votes locks their surveys, surveys are never deleted, and users are anonymized instead of deleted.
 * PostgreSQL has hash partitions; the survey is in every key, so that the partitions can be spread over machines.
 */
export async function createVotes(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const isPostgres = engine === "postgres";
  await sql`create table votes (
    survey_id text not null,
    n bigint not null,
    user_id text not null,
    id text not null,
    choice integer not null check (choice in (0, 1)),
    comment text not null,
    created_at bigint not null,
    hash text not null,
    commented_at bigint,
    primary key (survey_id, n)
  ) ${sql.raw(isPostgres ? "partition by hash (survey_id)" : "without rowid")}`.execute(db);
  for (let remainder = 0; isPostgres && remainder < PARTITIONS; remainder++) {
    await sql`create table ${sql.ref(`votes_${remainder}`)} partition of votes
      for values with (modulus ${sql.lit(PARTITIONS)}, remainder ${sql.lit(remainder)})`.execute(db);
  }
  await sql`create unique index votes_one_each on votes (user_id, survey_id)`.execute(db);
  await sql`create index votes_commented on votes (survey_id, (coalesce(commented_at, created_at)), id, choice)
    where comment <> ''`.execute(db);
  for (const statement of isPostgres ? onPostgres : onSqlite) await statement.execute(db);
}

const REFUSAL = sql.lit("Votes are never deleted, and only their comments change");
const FIXED = sql.raw("survey_id, n, user_id, id, choice, created_at, hash");

const onSqlite = [
  sql`create trigger votes_stay before delete on votes begin select raise(abort, ${REFUSAL}); end`,
  sql`create trigger votes_stand before update of ${FIXED} on votes begin select raise(abort, ${REFUSAL}); end`,
];

const onPostgres = [
  sql`create function refuse_vote_change() returns trigger language plpgsql as $$
    begin raise exception ${REFUSAL}; end $$`,
  sql`create trigger votes_stay before delete or update of ${FIXED} on votes
    for each row execute function refuse_vote_change()`,
  sql`create trigger votes_not_emptied before truncate on votes
    for each statement execute function refuse_vote_change()`,
  // Aggregates rows in their order: the hash of each row's line and the hash before it, which for the first row is `start`.
  sql`create function next_hash(before text, start text, line text) returns text
    language plpgsql immutable parallel safe as $$
    begin return encode(sha256(convert_to(coalesce(before, start) || line, 'UTF8')), 'hex'); end $$`,
  sql`create aggregate hash_chain(start text, line text) (sfunc = next_hash, stype = text)`,
];
