import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/**
 * Creates the votes table, which is a ledger (contract/ballots/ledger.ts): every vote has its number `n` within its
 * survey and the hash of everything up to it. A changed vote is a further row with the next `turn`, which `replaces`
 * the row before it. The database itself forbids deleting votes and changing anything but the comment, its time, and,
 * once, `replaced_by`.
 *
 * The unique index on user, survey and turn prevents a second vote. Every further index would slow down every vote: the
 * one of current votes has entries only for changed votes, that of invitations only for surveys of invited people, and
 * the one for lists of comments only for votes with a comment. There are no foreign keys: checking them took a quarter
 * of the time of storing a vote, and constraints on `turn` and `replaces`, which `npm run verify` checks, took a tenth.
 * They are not needed, because storing votes locks their ballot box, surveys with votes are never deleted, and users
 * are anonymized instead of deleted.
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
    turn integer not null default 0,
    replaces bigint,
    replaced_by bigint,
    invitation_id text,
    ballot_hash text,
    primary key (survey_id, n)
  ) ${sql.raw(isPostgres ? "" : "without rowid")}`.execute(db);
  await sql`create unique index votes_one_each on votes (user_id, survey_id, turn)`.execute(db);
  await sql`create unique index votes_one_current on votes (user_id, survey_id)
    where replaced_by is null and turn > 0`.execute(db);
  await sql`create unique index votes_one_invitation on votes (invitation_id, survey_id, turn)
    where invitation_id is not null`.execute(db);
  await sql`create index votes_commented on votes (survey_id, (coalesce(commented_at, created_at)), id, choice)
    where comment <> ''`.execute(db);
  for (const statement of isPostgres ? onPostgres : onSqlite) await statement.execute(db);
}

/** The status of published surveys. A literal, because a migration must not change with the contract. */
const PUBLISHED = sql.lit(2);

/** How often a person may change their vote, and the highest `turn` (contract/ballots/ledger.ts); also a literal. */
const CHANGES_MAX = sql.lit(10);

const REFUSAL = sql.lit("Votes are never deleted, and only their comments change; a changed vote is replaced once");
const FIXED = sql.raw(
  "survey_id, n, user_id, id, choice, created_at, hash, turn, replaces, invitation_id, ballot_hash",
);

const onSqlite = [
  sql`create trigger votes_stay before delete on votes begin select raise(abort, ${REFUSAL}); end`,
  sql`create trigger votes_stand before update of ${FIXED} on votes begin select raise(abort, ${REFUSAL}); end`,
  sql`create trigger votes_replaced_once before update of replaced_by on votes when old.replaced_by is not null
    begin select raise(abort, ${REFUSAL}); end`,
];

const onPostgres = [
  sql`create function refuse_vote_change() returns trigger language plpgsql as $$
    begin raise exception ${REFUSAL}; end $$`,
  sql`create trigger votes_stay before delete or update of ${FIXED} on votes
    for each row execute function refuse_vote_change()`,
  sql`create trigger votes_replaced_once before update of replaced_by on votes
    for each row when (old.replaced_by is not null) execute function refuse_vote_change()`,
  sql`create trigger votes_not_emptied before truncate on votes
    for each statement execute function refuse_vote_change()`,
  // Stores votes of one survey and returns `id n hash` of each stored one, separated by commas; only `id` where votes
  // have no receipts, and `id secret` for secret votes (secretBallots.ts). It leaves out a user's further votes and
  // answers that the survey doesn't offer, changes that don't name the user's current vote, and all of them if the
  // survey isn't open. The lock on the ballot box orders the votes of a survey. The clock is read after it, so that no
  // vote is dated before the one it follows, or after the survey was closed. A loop, because a statement over all
  // ballots depends on the planner's estimate of their number, and because two ballots may be of one voter. The
  // counters are variables of their own, and first votes have their own statements, because a changeable survey must
  // not slow down the others.
  sql`create function store_ballots(survey text, ballots json) returns text language plpgsql as $$
  declare
    box ballot_boxes;
    ballot record;
    before votes;
    moment bigint;
    day text;
    number bigint;
    people bigint;
    yeses bigint;
    unsures bigint;
    head text;
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
    if box.privacy = 'secret' then
      return store_secret_ballots(box, ballots);
    end if;
    head := box.ledger_head;
    if head = '' then
      head := sha256_hex('Survey App ledger 2 of ' || survey);
    end if;
    moment := greatest(moment, box.voted_at);
    day := to_char(to_timestamp(moment / 1000) at time zone 'UTC', 'YYYY-MM-DD');
    number := box.ledger_rows + 1;
    people := box.participants;
    yeses := box.yes_votes;
    unsures := box.unsure_votes;
    for ballot in
      select * from json_to_recordset(ballots)
        as b(id text, "userId" text, choice integer, comment text, replaces text, invitation text, issue integer,
          "ballotHash" text)
    loop
      continue when ballot.choice = 2 and box.unsure = 0;
      continue when case box.electorate when 'everyone' then ballot.invitation is not null
        else not is_invited(box, ballot."userId", ballot.invitation, ballot.issue, ballot."ballotHash") end;
      seal := sha256_hex('seal ' || sha256_hex('row ' || box.ledger_key || ' ' || number) || ' ' || ballot.choice);
      if ballot.replaces is null then
        next := sha256_hex(head || ' ' || number || ' ' || day || ' - ' || seal);
        insert into votes (survey_id, n, user_id, id, choice, comment, created_at, hash, invitation_id, ballot_hash)
        values (survey, number, ballot."userId", ballot.id, ballot.choice, ballot.comment, moment, next, ballot.invitation,
          ballot."ballotHash")
        on conflict (user_id, survey_id, turn) do nothing;
        continue when not found;
        people := people + 1;
      else
        continue when box.changeable = 0;
        -- Locked, because its comment moves to the new vote, and stays as old as it is.
        select * into before from votes
        where user_id = ballot."userId" and survey_id = survey and replaced_by is null
        order by turn desc limit 1 for no key update;
        continue when not found or before.choice = ballot.choice or before.turn = ${CHANGES_MAX}
          or ballot.replaces <> case when box.privacy = 'named'
            then concat_ws('-', before.n, substr(before.hash, 1, 4), substr(before.hash, 5, 4),
              substr(before.hash, 9, 4), substr(before.hash, 13, 4))
            else before.turn::text end;
        next := sha256_hex(head || ' ' || number || ' ' || day || ' ' || before.n || ' ' || seal);
        update votes set replaced_by = number, comment = '', commented_at = null
        where survey_id = survey and votes.n = before.n;
        insert into votes
          (survey_id, n, user_id, id, choice, comment, created_at, hash, commented_at, turn, replaces, invitation_id,
            ballot_hash)
        values (survey, number, before.user_id, ballot.id, ballot.choice,
          coalesce(nullif(before.comment, ''), ballot.comment), moment, next,
          case when before.comment <> '' then coalesce(before.commented_at, before.created_at) end,
          before.turn + 1, before.n, before.invitation_id, before.ballot_hash);
        yeses := yeses - (before.choice = 1)::integer;
        unsures := unsures - (before.choice = 2)::integer;
      end if;
      yeses := yeses + (ballot.choice = 1)::integer;
      unsures := unsures + (ballot.choice = 2)::integer;
      head := next;
      stored := stored || (ballot.id || case when box.privacy = 'named' then ' ' || number || ' ' || next else '' end);
      number := number + 1;
    end loop;
    if stored <> '{}' then
      update ballot_boxes
      set participants = people, yes_votes = yeses, unsure_votes = unsures,
        ledger_rows = number - 1, voted_at = moment, ledger_head = head
      where survey_id = survey;
    end if;
    return array_to_string(stored, ',');
  end $$`,
];
