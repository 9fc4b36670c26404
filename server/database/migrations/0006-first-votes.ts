import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * Creates two functions for PostgreSQL that store a batch of first votes with one insert and one update, however many
 * votes and surveys it has. `store_ballots` (0001-baseline/votes.ts) stays: it takes every kind of ballot, and costs
 * less for a few of them.
 */
export async function createFirstVotes(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine !== "postgres") return;
  for (const form of [onOneSurvey, onSeveralSurveys]) await storingFirstVotes(form).execute(db);
  await distributeIfVotesAre.execute(db);
}

/** What differs between the two functions. */
interface Form {
  name: string;
  /** The first parameter: the survey, or the survey of each vote. */
  parameter: string;
  /** The survey of each vote. */
  surveys: string;
  /** The condition on the ballot boxes of the batch. */
  areOfBatch: string;
  /** The survey of an inserted vote. */
  survey: string;
  /** The condition on the ballot box that is updated. */
  isChanged: string;
}

/** The survey is a constant in every statement, by which a distributed database finds the server. */
const onOneSurvey: Form = {
  name: "store_first_votes",
  parameter: "survey text",
  surveys: "array_fill(survey, array[cardinality(ids)])",
  areOfBatch: "survey_id = survey",
  survey: "survey",
  isChanged: "survey_id = survey",
};

/** The votes are ordered by their surveys in the order of "C", as everywhere, so that two batches can't deadlock. */
const onSeveralSurveys: Form = {
  name: "store_first_votes_on_several",
  parameter: "of_each text[]",
  surveys: "of_each",
  areOfBatch: "survey_id = any(of_each)",
  survey: "v.survey_id",
  isChanged: "survey_id = b.id",
};

/** The status of published surveys. A literal, because a migration must not change with the contract. */
const PUBLISHED = 2;

/**
 * Returns `id n hash` of each stored vote, separated by commas; only `id` where votes have no receipts. It leaves out
 * what `store_ballots` would leave out of ballots that name no vote to replace, no ticket, no invitation and no cookie:
 * those of people who have voted, answers that the survey doesn't offer, and all of them if the survey isn't open, is
 * secret, or isn't for everyone.
 *
 * Nothing is looked up before the insert, because its conflicts tell who has voted: they use the unique index whatever
 * the planner estimates, where a look-up could read all votes on a survey that grew since the last `analyze`. The
 * numbers and hashes are wrong if any vote is left out, so the insert is undone then, and repeated with the others. The
 * boxes stay locked meanwhile: the second insert has no conflicts.
 */
const storingFirstVotes = ({ name, parameter, surveys, areOfBatch, survey, isChanged }: Form) =>
  sql.raw(`create function ${name}(${parameter}, ids text[], users text[], choices integer[], comments text[])
  returns text language plpgsql as $$
  declare
    surveys text[] := ${surveys};
    place integer := 1;
    box record;
    moment bigint;
    day text;
    number bigint;
    yeses bigint;
    unsures bigint;
    head text;
    seal text;
    stored text[] := '{}';
    inserted text[];
    -- Of each vote, at its place; null if the survey doesn't take it.
    new_n bigint[] := array_fill(null::bigint, array[cardinality(ids)]);
    new_hash text[] := array_fill(null::text, array[cardinality(ids)]);
    new_at bigint[] := new_n;
    -- Of each changed box.
    box_id text[] := '{}';
    box_rows bigint[] := '{}';
    box_yeses bigint[] := '{}';
    box_unsures bigint[] := '{}';
    box_at bigint[] := '{}';
    box_head text[] := '{}';
  begin
    for box in
      select survey_id, status, appears_at, ends_at, closed_at, privacy, electorate, unsure, yes_votes, unsure_votes,
        ledger_rows, voted_at, ledger_key, ledger_head
      from ballot_boxes where ${areOfBatch} order by survey_id collate "C" for no key update
    loop
      while surveys[place] <> box.survey_id loop
        place := place + 1;
      end loop;
      -- After the lock, so that no vote is dated before the one it follows, or after the survey was closed.
      moment := extract(epoch from clock_timestamp()) * 1000;
      continue when box.status <> ${PUBLISHED} or box.appears_at > moment or box.closed_at is not null
        or box.ends_at <= moment or box.privacy = 'secret' or box.electorate <> 'everyone';
      moment := greatest(moment, box.voted_at);
      day := to_char(to_timestamp(moment / 1000) at time zone 'UTC', 'YYYY-MM-DD');
      number := box.ledger_rows;
      yeses := box.yes_votes;
      unsures := box.unsure_votes;
      head := box.ledger_head;
      if head = '' then
        head := sha256_hex('Survey App ledger 2 of ' || box.survey_id);
      end if;
      while surveys[place] = box.survey_id loop
        if choices[place] <> 2 or box.unsure <> 0 then
          number := number + 1;
          seal := sha256_hex('seal ' || sha256_hex('row ' || box.ledger_key || ' ' || number) || ' ' || choices[place]);
          head := sha256_hex(head || ' ' || number || ' ' || day || ' - ' || seal);
          new_n[place] := number;
          new_hash[place] := head;
          new_at[place] := moment;
          yeses := yeses + (choices[place] = 1)::integer;
          unsures := unsures + (choices[place] = 2)::integer;
          stored := stored
            || (ids[place] || case when box.privacy = 'named' then ' ' || number || ' ' || head else '' end);
        end if;
        place := place + 1;
      end loop;
      if number > box.ledger_rows then
        box_id := box_id || box.survey_id;
        box_rows := box_rows || number;
        box_yeses := box_yeses || yeses;
        box_unsures := box_unsures || unsures;
        box_at := box_at || moment;
        box_head := box_head || head;
      end if;
    end loop;
    if stored = '{}' then
      return '';
    end if;
    begin
      with added as (
        insert into votes (survey_id, n, user_id, id, choice, comment, created_at, hash)
        select ${survey}, v.n, v.voter, v.id, v.choice, v.comment, v.at, v.hash
        from unnest(surveys, new_n, users, ids, choices, comments, new_at, new_hash)
          as v(survey_id, n, voter, id, choice, comment, at, hash)
        where v.n is not null
        on conflict (user_id, survey_id, turn) do nothing
        returning id
      ) select array_agg(id) into inserted from added;
      if cardinality(inserted) is distinct from cardinality(stored) then
        raise exception using errcode = '${VOTED_BEFORE}';
      end if;
    exception when sqlstate '${VOTED_BEFORE}' then
      if inserted is null then
        return '';
      end if;
      return (
        select ${name}(${survey === "survey" ? "survey" : "array_agg(v.survey_id order by v.place)"},
          array_agg(v.id order by v.place), array_agg(v.voter order by v.place), array_agg(v.choice order by v.place),
          array_agg(v.comment order by v.place))
        from unnest(surveys, ids, users, choices, comments) with ordinality as v(survey_id, id, voter, choice, comment, place)
        where v.id = any(inserted)
      );
    end;
    update ballot_boxes
    set participants = participants + b.rows - ledger_rows, yes_votes = b.yeses, unsure_votes = b.unsures,
      ledger_rows = b.rows, voted_at = b.at, ledger_head = b.head
    from unnest(box_id, box_rows, box_yeses, box_unsures, box_at, box_head) as b(id, rows, yeses, unsures, at, head)
    where ${isChanged};
    return array_to_string(stored, ',');
  end $$`);

/** Any code that PostgreSQL doesn't use: it never leaves the function. */
const VOTED_BEFORE = "SA001";

/** Where the votes are spread over several servers already (postgres/distribution.ts), each gets the functions. */
const distributeIfVotesAre = sql`do $$ begin
  if exists (select 1 from pg_extension where extname = 'citus') then
    if exists (select 1 from pg_dist_partition where logicalrelid = 'votes'::regclass) then
      set local citus.multi_shard_modify_mode to sequential;
      perform create_distributed_function('store_first_votes(text, text[], text[], integer[], text[])', 'survey',
        colocate_with => 'ballot_boxes', force_delegation => true);
    end if;
  end if;
end $$`;
