import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * Lets surveys be for whoever has the link, and creates the tables for their voters: the key of a survey with which the
 * cookies of browsers are hashed, and how many votes came from each network. Rows are deleted from both tables once no
 * one can vote any more, or find a vote.
 */
export async function createOpenLinks(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  await (engine === "postgres" ? widenOnPostgres(db) : widenOnSqlite(db));
  const { schema } = db;
  await schema
    .createTable("link_surveys")
    .addColumn("survey_id", "text", (c) => c.primaryKey().references("surveys.id").onDelete("cascade"))
    .addColumn("voter_key", "text", (c) => c.notNull())
    .addColumn("room_until", "bigint")
    .addColumn("refused", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("next_id", "text")
    .addColumn("moved_at", "bigint")
    .addCheckConstraint("link_surveys_moved", sql`(next_id is null) = (moved_at is null)`)
    .execute();
  // For the question before.
  await sql`create index link_surveys_next on link_surveys (next_id) where next_id is not null`.execute(db);
  await schema
    .createTable("link_networks")
    .addColumn("survey_id", "text", (c) => c.notNull().references("link_surveys.survey_id").onDelete("cascade"))
    .addColumn("network_hash", "text", (c) => c.notNull())
    .addColumn("votes", "bigint", (c) => c.notNull())
    .addColumn("free_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("link_networks_one_each", ["survey_id", "network_hash"])
    .execute();
}

const ALLOWED = sql.raw("check (electorate in ('everyone', 'invited', 'link'))");

/**
 * SQLite can't change the check of a column, so another column takes its place. Triggers and indexes that name the
 * column are created again as they were.
 */
async function widenOnSqlite(db: Kysely<never>): Promise<void> {
  const { rows: naming } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_schema
    where type in ('trigger', 'index') and tbl_name = 'surveys' and sql like '%electorate%'`.execute(db);
  for (const { type, name } of naming) await sql`drop ${sql.raw(type)} ${sql.ref(name)}`.execute(db);
  await sql`alter table surveys rename column electorate to former_electorate`.execute(db);
  await sql`alter table surveys add column electorate text not null default 'everyone' ${ALLOWED}`.execute(db);
  await sql`update surveys set electorate = former_electorate where former_electorate <> 'everyone'`.execute(db);
  await sql`alter table surveys drop column former_electorate`.execute(db);
  for (const { sql: text } of naming) await sql.raw(text).execute(db);
}

async function widenOnPostgres(db: Kysely<never>): Promise<void> {
  await sql`alter table surveys drop constraint surveys_electorate_check,
    add constraint surveys_electorate_check ${ALLOWED}`.execute(db);
  await isInvited.execute(db);
}

/**
 * Whether the locked box of a survey that is not for everyone takes a ballot: `store_ballots` and
 * `store_secret_ballots` call it, for these surveys only, because a call for each ballot would slow down all votes. By
 * open link the voter is the hash of the browser's cookie, which accounts don't have. Otherwise `issued` is the issue
 * of the opened link or code; null for an account, whose invitation was found by its address. `electorateRejection`
 * (server/votes/storing/ballot.ts) has the same rules and their reasons.
 */
const isInvited = sql`create or replace function is_invited(
    box ballot_boxes, voter text, invitation text, issued integer, cookie_hash text
  )
  returns boolean language plpgsql as $$
  declare
    listed_state text;
    cast_by text;
    cast_with text;
  begin
    if box.electorate = 'link' then
      return invitation is null and coalesce(cookie_hash = voter, false);
    end if;
    select i.state, v.user_id, v.ballot_hash into listed_state, cast_by, cast_with
    from invitations i left join votes v on v.survey_id = box.survey_id and v.invitation_id = i.id
    where i.survey_id = box.survey_id and i.id = invitation and (issued is null or i.issue = issued)
    limit 1;
    return case
      when not found then false
      when cast_by is null then listed_state <> 'struck' and (issued is null or cookie_hash is not null)
      else cast_by = voter and (issued is null or coalesce(cast_with = cookie_hash, false)) end;
  end $$`;
