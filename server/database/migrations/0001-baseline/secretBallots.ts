import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/**
 * Creates the tables of secret ballots: who has voted, and sums of answers. No row holds one person's answer, and none
 * has a time, an id that sorts by time, an address or a comment. Only storing, the close, verification, backup and
 * restore read the sums, and no query joins them to anything (a test reads the sources).
 *
 * On PostgreSQL nine tenths of each page of sums stay free, so that the dead versions of a row are pruned within its
 * page, and rewriting the table at the close is cheap.
 */
export async function createSecretBallots(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const isPostgres = engine === "postgres";
  await sql`create table secret_voters (
    survey_id text not null,
    voter text not null,
    ticket_hash text not null,
    primary key (survey_id, voter)
  ) ${sql.raw(isPostgres ? "" : "without rowid")}`.execute(db);
  // For the surveys that a user voted on.
  await sql`create index secret_voters_surveys on secret_voters (voter, survey_id)`.execute(db);
  await sql`create table secret_tallies (
    survey_id text primary key,
    yes bigint not null,
    no bigint not null,
    unsure bigint not null
  ) ${sql.raw(isPostgres ? "with (fillfactor = 10)" : "without rowid")}`.execute(db);
  await sql`create table secret_erasures (
    survey_id text primary key,
    closing text not null
  ) ${sql.raw(isPostgres ? "" : "without rowid")}`.execute(db);
  if (!isPostgres) return;
  for (const statement of [storeSecretBallots, ...findingReaders]) await statement.execute(db);
}

/**
 * For erasing the sums of a closed survey: the transaction that closes it, and whether no transaction can read anymore
 * what that one deleted. Functions of a column, because a distributed database calls them on the server with the row,
 * whose transactions these are. A transaction id of the future is from another server, whose backup was restored.
 */
const findingReaders = [
  sql`create function transaction_of(survey text) returns text language plpgsql stable as $$ begin
    return pg_current_xact_id()::text;
  end $$`,
  sql`create function is_read_no_more(closing text) returns boolean language plpgsql stable as $$ begin
    return closing::xid8 > pg_snapshot_xmax(pg_current_snapshot()) or not exists (
      select 1 from pg_stat_activity
      where datname = current_database() and age(backend_xmin) >= age(closing::xid8::xid)
    );
  end $$`,
];

/**
 * `store_ballots` calls it with the locked box of a secret survey. It returns `id secret` of each stored ballot,
 * separated by commas, and leaves out ballots without a ticket.
 *
 * Everything in the database is the same whichever person gave which answer: a batch always updates the sums once,
 * whatever it adds.
 */
const storeSecretBallots = sql`create function store_secret_ballots(box ballot_boxes, ballots json)
  returns text language plpgsql as $$
  declare
    ballot record;
    added secret_tallies := (box.survey_id, 0, 0, 0);
    stored text[] := '{}';
  begin
    for ballot in
      select * from json_to_recordset(ballots)
        as b(id text, "userId" text, choice integer, "ticketHash" text, invitation text, issue integer,
          "ballotHash" text)
    loop
      continue when ballot."ticketHash" is null or ballot.choice = 2 and box.unsure = 0;
      continue when case box.electorate when 'everyone' then ballot.invitation is not null
        else not is_invited(box, ballot."userId", ballot.invitation, ballot.issue, ballot."ballotHash") end;
      insert into secret_voters (survey_id, voter, ticket_hash)
      values (box.survey_id, coalesce(ballot.invitation, ballot."userId"), ballot."ticketHash")
      on conflict do nothing;
      continue when not found;
      added.yes := added.yes + (ballot.choice = 1)::integer;
      added.no := added.no + (ballot.choice = 0)::integer;
      added.unsure := added.unsure + (ballot.choice = 2)::integer;
      stored := stored || (ballot.id || ' secret');
    end loop;
    if stored <> '{}' then
      insert into secret_tallies as tally (survey_id, yes, no, unsure)
      values (added.survey_id, added.yes, added.no, added.unsure)
      on conflict (survey_id) do update
      set yes = tally.yes + excluded.yes, no = tally.no + excluded.no, unsure = tally.unsure + excluded.unsure;
      update ballot_boxes set participants = participants + cardinality(stored) where survey_id = box.survey_id;
    end if;
    return array_to_string(stored, ',');
  end $$`;
