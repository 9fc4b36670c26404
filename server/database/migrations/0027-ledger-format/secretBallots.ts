import { sql } from "kysely";
import { newFormat, refuseOtherQuestion } from "./refuseOtherQuestion.ts";

/** As in 0001-baseline/secretBallots.ts, with the comparison and the format of the ledger. */
export const storeSecretBallots = sql`create or replace function store_secret_ballots(box ballot_boxes, ballots json)
  returns text language plpgsql as $$
  declare
    ballot record;
    added secret_tallies := (box.survey_id, 0, 0, 0);
    format integer := case when box.participants = 0 then ${newFormat} else box.ledger_format end;
    stored text[] := '{}';
    refused text[] := '{}';
  begin
    for ballot in
      select * from json_to_recordset(ballots)
        as b(id text, "userId" text, choice integer, "ticketHash" text, invitation text, issue integer,
          "ballotHash" text, question text)
    loop
      ${refuseOtherQuestion}
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
      update ballot_boxes set participants = participants + cardinality(stored),
        ledger_format = format, question_hash = case when format is null and participants = 0 then '' else question_hash end
      where survey_id = box.survey_id;
    end if;
    return array_to_string(stored || refused, ',');
  end $$`;
