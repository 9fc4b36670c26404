import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/**
 * Creates the ballot boxes: the one narrow row for each survey that storing a vote locks and updates, so that it
 * updates no index and none of the survey's texts. Triggers on `surveys` create, update and delete the box, because a
 * vote on a survey that is no longer open must not be stored, whatever code changed the survey.
 *
 * Without foreign keys, and on PostgreSQL with half of each page free, so that an update of the counters stays in its
 * page ("heap-only tuple") and writes no index.
 */
export async function createBallotBoxes(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine === "postgres")
    await sql`create function sha256_hex(line text) returns text language sql immutable strict parallel safe
      as $$ select encode(sha256(convert_to(line, 'UTF8')), 'hex') $$`.execute(db);
  await sql`create table ballot_boxes (
    survey_id text primary key,
    status integer not null,
    appears_at bigint not null,
    ends_at bigint,
    closed_at bigint,
    results text not null,
    privacy text not null,
    changeable integer not null,
    unsure integer not null,
    electorate text not null,
    participants bigint not null default 0,
    yes_votes bigint not null default 0,
    unsure_votes bigint not null default 0,
    ledger_rows bigint not null default 0,
    voted_at bigint not null default 0,
    ledger_key text not null default (${engine === "sqlite" ? keyOnSqlite : keyOnPostgres}),
    ledger_head text not null default '',
    constraint ballot_boxes_counters
      check (yes_votes >= 0 and unsure_votes >= 0 and yes_votes + unsure_votes <= participants)
  ) ${sql.raw(engine === "sqlite" ? "without rowid" : "with (fillfactor = 50)")}`.execute(db);
  for (const statement of engine === "sqlite" ? onSqlite : onPostgres) await statement.execute(db);
}

/** 256 random bits as hex digits: a duplicate of a survey gets its own. */
const keyOnSqlite = sql.raw("lower(hex(randomblob(32)))");
/** PostgreSQL's own source of strong random bits without an extension: two UUIDs of 122 bits each. */
const keyOnPostgres = sql.raw("sha256_hex(gen_random_uuid()::text || gen_random_uuid()::text)");

const names = [
  "status",
  "appears_at",
  "ends_at",
  "closed_at",
  "results",
  "privacy",
  "changeable",
  "unsure",
  "electorate",
];
const copied = sql.raw(names.join(", "));
const values = (row: string) => sql.raw(names.map((name) => row + name).join(", "));
/**
 * A new key when people choose who sees results when, which is before the first publication: until then the ledger of a
 * survey with live results shows its key to the owner, who could open the seals with it later.
 */
const newKey = (key: RawBuilder<unknown>) => sql`case when results = new.results then ledger_key else ${key} end`;

const onSqlite = [
  // A restored backup has already stored the box, with its counters.
  sql`create trigger surveys_box_added after insert on surveys begin
    insert into ballot_boxes (survey_id, ${copied}) values (new.id, ${values("new.")}) on conflict (survey_id) do nothing;
  end`,
  sql`create trigger surveys_box_changed after update of ${copied} on surveys begin
    update ballot_boxes set (${copied}) = (${values("new.")}), ledger_key = ${newKey(keyOnSqlite)} where survey_id = new.id;
  end`,
  sql`create trigger surveys_box_deleted after delete on surveys begin
    delete from ballot_boxes where survey_id = old.id;
  end`,
];

const onPostgres = [
  // For each row, and with the key in a variable: a distributed table (postgres/distribution.ts) can't be filled from a
  // transition table, nor updated with a random value.
  sql`create function add_ballot_box() returns trigger language plpgsql as $$ begin
    insert into ballot_boxes (survey_id, ${copied}) values (new.id, ${values("new.")}) on conflict (survey_id) do nothing;
    return null;
  end $$`,
  sql`create trigger surveys_box_added after insert on surveys
    for each row execute function add_ballot_box()`,
  sql`create function change_ballot_box() returns trigger language plpgsql as $$
  declare
    fresh text := ${keyOnPostgres};
  begin
    update ballot_boxes set (${copied}) = (${values("new.")}), ledger_key = ${newKey(sql.raw("fresh"))}
    where survey_id = new.id and (${copied}) is distinct from (${values("new.")});
    return null;
  end $$`,
  sql`create trigger surveys_box_changed after update of ${copied} on surveys
    for each row execute function change_ballot_box()`,
  sql`create function delete_ballot_box() returns trigger language plpgsql as $$ begin
    delete from ballot_boxes where survey_id = old.id;
    return null;
  end $$`,
  sql`create trigger surveys_box_deleted after delete on surveys
    for each row execute function delete_ballot_box()`,
];
