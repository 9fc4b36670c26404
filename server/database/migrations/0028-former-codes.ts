import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * For links and codes that ended: the hashes of those that were replaced, until the close; when a person was removed
 * from a list; and objections whose number is hidden until the close. Hashes of what was replaced before are not known.
 *
 * `former_codes` isn't a table of votes: storing a vote doesn't read it.
 */
export async function createFormerCodes(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  await sql`create table former_codes (
    token_hash text not null primary key,
    survey_id text not null,
    invitation text not null,
    ended_at bigint not null,
    was_used integer not null check (was_used in (0, 1)),
    objected integer not null default 0 check (objected in (0, 1))
  ) ${sql.raw(engine === "postgres" ? "" : "without rowid")}`.execute(db);
  await sql`create index former_codes_of_survey on former_codes (survey_id)`.execute(db);
  await sql`alter table invitations add column struck_at bigint`.execute(db);
  await sql`alter table invitations add column objection integer not null default 0`.execute(db);
  await sql`create index invitations_objection on invitations (survey_id) where objection > 0`.execute(db);
  if (engine === "postgres") await isInvited.execute(db);
}

/** As in 0004-open-links.ts; an unused invitation of a deleted account is like one that was struck. */
const isInvited = sql`create or replace function is_invited(
    box ballot_boxes, voter text, invitation text, issued integer, cookie_hash text
  )
  returns boolean language plpgsql as $$
  declare
    has_ended boolean;
    cast_by text;
    cast_with text;
  begin
    if box.electorate = 'link' then
      return invitation is null and coalesce(cookie_hash = voter, false);
    end if;
    select i.state = 'struck' or i.is_deleted = 1, v.user_id, v.ballot_hash into has_ended, cast_by, cast_with
    from invitations i left join votes v on v.survey_id = box.survey_id and v.invitation_id = i.id
    where i.survey_id = box.survey_id and i.id = invitation and (issued is null or i.issue = issued)
    limit 1;
    return case
      when not found then false
      when cast_by is null then not has_ended and (issued is null or cookie_hash is not null)
      else cast_by = voter and (issued is null or coalesce(cast_with = cookie_hash, false)) end;
  end $$`;
