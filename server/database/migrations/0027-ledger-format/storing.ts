import { type Kysely, sql } from "kysely";
import { renewKey, startOf } from "./begin.ts";
import { newFormat, refuseOtherQuestion } from "./refuseOtherQuestion.ts";
import { storeSecretBallots } from "./secretBallots.ts";

/**
 * Makes PostgreSQL's functions that store ballots one by one compare the question that a ballot names with that of the
 * locked ballot box, and begin ledgers with the question. Of a ballot with another question they return `id moved`, or
 * `id unhashed` if the question of the box is unknown, and store nothing.
 *
 * The parameters stay as they were: version 1.0 calls the functions during an upgrade.
 */
export async function createStoring(db: Kysely<never>): Promise<void> {
  await storeSecretBallots.execute(db);
  await storeBallots.execute(db);
}

/** The status of published surveys. A literal, because a migration must not change with the contract. */
const PUBLISHED = sql.lit(2);

/** How often a person may change their vote, and the highest `turn` (contract/ballots/ledger.ts); also a literal. */
const CHANGES_MAX = sql.lit(10);

/** As in 0001-baseline/votes.ts, with the comparison and the format of the ledger. */
const storeBallots = sql`create or replace function store_ballots(survey text, ballots json)
  returns text language plpgsql as $$
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
    format integer;
    stored text[] := '{}';
    refused text[] := '{}';
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
    format := box.ledger_format;
    if head = '' then
      format := ${newFormat};
      head := ${sql.raw(startOf("format"))};
      ${sql.raw(renewKey)}
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
          "ballotHash" text, question text)
    loop
      ${refuseOtherQuestion}
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
        ledger_rows = number - 1, voted_at = moment, ledger_key = box.ledger_key, ledger_head = head, ledger_format = format,
        question_hash = case when format is null and participants = 0 then '' else question_hash end
      where survey_id = survey;
    end if;
    return array_to_string(stored || refused, ',');
  end $$`;
