import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/**
 * Creates the votes table, which is a ledger (contract/ledger.ts): every vote has its number `n` within its survey and the
 * hash of everything up to it. The database itself forbids deleting votes and changing anything but the comment and its time.
 *
 * The unique index on user and survey prevents a second vote. Every further index would slow down every vote; the one for
 * lists of comments has entries only for the few votes with a comment.
 * There are no foreign keys: checking them took a quarter of the time of storing a vote. They are not needed, because
 * storing votes locks their ballot box, surveys with votes are never deleted, and users are anonymized instead of deleted.
 */
export async function createVotes(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const isPostgres = engine === "postgres";
  await sql`create table votes (
    survey_id text not null,
    n bigint not null,
    user_id text not null,
    id text not null,
    choice integer not null check (choice in (0, 1, 2)),
    comment text not null,
    created_at bigint not null,
    hash text not null,
    commented_at bigint,
    primary key (survey_id, n)
  ) ${sql.raw(isPostgres ? "" : "without rowid")}`.execute(db);
  await sql`create unique index votes_one_each on votes (user_id, survey_id)`.execute(db);
  await sql`create index votes_commented on votes (survey_id, (coalesce(commented_at, created_at)), id, choice)
    where comment <> ''`.execute(db);
  for (const statement of isPostgres ? onPostgres : onSqlite) await statement.execute(db);
}

/** The status of published surveys. A literal, because a migration must not change with the contract. */
const PUBLISHED = sql.lit(2);

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
  // Stores votes of one survey and returns `id n hash` of each stored one, separated by commas; only `id` where votes have no
  // receipts. It leaves out a user's
  // further votes and answers that the survey doesn't offer, and all of them if the survey isn't open.
  // The lock on the ballot box orders the votes of a survey. The clock is read after it, so that no vote is dated before the
  // one it follows, or after the survey was closed. A loop, because a statement over all ballots depends on the planner's
  // estimate of their number.
  sql`create function store_ballots(survey text, ballots json) returns text language plpgsql as $$
  declare
    box ballot_boxes;
    ballot record;
    moment bigint;
    day text;
    seal text;
    next text;
    stored text[] := '{}';
  begin
    select * into box from ballot_boxes where survey_id = survey for no key update;
    moment := extract(epoch from clock_timestamp()) * 1000;
    if not found or box.status <> ${PUBLISHED} or box.appears_at > moment
      or box.closed_at is not null or box.ends_at <= moment
    then
      return '';
    end if;
    if box.ledger_head = '' then
      box.ledger_head := sha256_hex('Survey App ledger 2 of ' || survey);
    end if;
    moment := greatest(moment, box.voted_at);
    day := to_char(to_timestamp(moment / 1000) at time zone 'UTC', 'YYYY-MM-DD');
    for ballot in
      select * from json_to_recordset(ballots) as b(id text, "userId" text, choice integer, comment text)
    loop
      continue when ballot.choice = 2 and box.unsure = 0;
      seal := sha256_hex(
        'seal ' || sha256_hex('row ' || box.ledger_key || ' ' || box.participants + 1) || ' ' || ballot.choice);
      next := sha256_hex(box.ledger_head || ' ' || box.participants + 1 || ' ' || day || ' - ' || seal);
      insert into votes (survey_id, n, user_id, id, choice, comment, created_at, hash)
      values (survey, box.participants + 1, ballot."userId", ballot.id, ballot.choice, ballot.comment, moment, next)
      on conflict (user_id, survey_id) do nothing;
      continue when not found;
      box.participants := box.participants + 1;
      box.yes_votes := box.yes_votes + (ballot.choice = 1)::integer;
      box.unsure_votes := box.unsure_votes + (ballot.choice = 2)::integer;
      box.ledger_head := next;
      stored := stored || (
        ballot.id || case when box.privacy = 'named' then ' ' || box.participants || ' ' || next else '' end);
    end loop;
    if stored <> '{}' then
      update ballot_boxes
      set participants = box.participants, yes_votes = box.yes_votes, unsure_votes = box.unsure_votes,
        voted_at = moment, ledger_head = box.ledger_head
      where survey_id = survey;
    end if;
    return array_to_string(stored, ',');
  end $$`,
];
