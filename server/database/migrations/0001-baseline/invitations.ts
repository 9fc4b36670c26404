import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/**
 * Creates the lists of surveys for invited people, how they changed by day, which is public, the addresses that refuse
 * invitations, and those that were counted before their account was deleted. The survey is in all keys of lists, as in
 * those of votes. There are no foreign keys: whatever changes a list locks the ballot box of its survey.
 */
export async function createInvitations(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const withoutRowids = sql.raw(engine === "postgres" ? "" : "without rowid");
  await sql`create table invitations (
    survey_id text not null,
    id text not null,
    label text not null,
    email text,
    issue integer not null default 1,
    token_hash text not null,
    state text not null default 'listed' check (state in ('listed', 'queued', 'sent', 'failed', 'refused', 'struck')),
    ticket_hash text,
    wants_email integer not null default 1 check (wants_email in (0, 1)),
    objected integer not null default 0 check (objected in (0, 1)),
    created_at bigint not null,
    primary key (survey_id, id),
    constraint invitations_one_address unique (survey_id, email)
  ) ${withoutRowids}`.execute(db);
  await sql`create index invitations_in_state on invitations (survey_id, state, id)`.execute(db);
  await sql`create index invitations_token on invitations (token_hash)`.execute(db);
  await sql`create index invitations_of_ticket on invitations (survey_id, ticket_hash) where ticket_hash is not null`.execute(
    db,
  );
  // For the data of an account.
  await sql`create index invitations_of_address on invitations (email) where email is not null`.execute(db);
  await sql`create table invitation_days (
    survey_id text not null,
    day integer not null,
    added bigint not null default 0,
    struck bigint not null default 0,
    codes bigint not null default 0,
    sent bigint not null default 0,
    objections bigint not null default 0,
    primary key (survey_id, day)
  ) ${withoutRowids}`.execute(db);
  await sql`create table refused_addresses (address_hash text not null primary key) ${withoutRowids}`.execute(db);
  await sql`create table counted_addresses (
    survey_id text not null,
    address_hash text not null,
    key_number text not null,
    kept_until bigint not null,
    primary key (survey_id, address_hash)
  ) ${withoutRowids}`.execute(db);
  if (engine === "postgres") await isInvited.execute(db);
}

/**
 * Whether a locked box of a survey for invited people takes a ballot: `store_ballots` and `store_secret_ballots` call
 * it, for these surveys only, because a call for each ballot would slow down all votes. `issued` is that of the opened
 * link or code; null for an account, whose invitation was found by its address. `electorateRejection`
 * (server/votes/storing/ballot.ts) has the same rules and their reasons.
 */
const isInvited = sql`create function is_invited(
    box ballot_boxes, voter text, invitation text, issued integer, cookie_hash text
  )
  returns boolean language plpgsql as $$
  declare
    listed_state text;
    cast_by text;
    cast_with text;
  begin
    select i.state, v.user_id, v.ballot_hash into listed_state, cast_by, cast_with
    from invitations i left join votes v on v.survey_id = box.survey_id and v.invitation_id = i.id
    where i.survey_id = box.survey_id and i.id = invitation and (issued is null or i.issue = issued)
    limit 1;
    return case
      when not found then false
      when cast_by is null then listed_state <> 'struck' and (issued is null or cookie_hash is not null)
      else cast_by = voter and (issued is null or coalesce(cast_with = cookie_hash, false)) end;
  end $$`;
