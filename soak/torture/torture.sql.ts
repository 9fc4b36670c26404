import { sql } from "kysely";
import type { Database } from "../../server/database/database.ts";

/**
 * A survey's counters and its stored votes, or the marks of people who voted on a secret one, read by one statement.
 */
export interface Counted {
  total: number;
  yes: number;
  stored: number;
  storedYes: number;
}

export async function countOf({ db }: Database, surveyId: string): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select participants as total, yes_votes as yes, stored, coalesce(stored_yes, 0) as "storedYes"
    from ballot_boxes, (
      select count(*) as stored, sum(choice) as stored_yes from (
        select choice from votes where survey_id = ${surveyId} and replaced_by is null
        union all select 0 from secret_voters where survey_id = ${surveyId}
      ) as cast_votes
    ) as counted
    where ballot_boxes.survey_id = ${surveyId}`.execute(db);
  const [{ total, yes, stored, storedYes }] = rows as [Counted];
  return { total, yes, stored, storedYes: Number(storedYes) };
}

export interface StoredVote {
  surveyId: string;
  userId: string;
  id: string;
  /** Null for a secret vote. */
  choice: number | null;
}

export async function storedVotes({ db }: Database): Promise<StoredVote[]> {
  const { rows } = await sql<StoredVote>`
    select survey_id as "surveyId", user_id as "userId", id, choice from votes
    where replaced_by is null
    union all select survey_id, voter, ticket_hash, null from secret_voters`.execute(db);
  return rows;
}

/** The number of Yes answers on all secret surveys. */
export async function countSecretYes({ db }: Database): Promise<number> {
  const { rows } = await sql<{ yes: number }>`select sum(yes) as yes from secret_tallies`.execute(db);
  return Number(rows[0]?.yes);
}

/** Creates a database whose files are in `folder`. @returns its URL */
export async function createDatabaseIn({ db }: Database, server: string, folder: string): Promise<string> {
  await sql`create tablespace small location ${sql.lit(folder)}`.execute(db);
  await sql`create database small tablespace small`.execute(db);
  const url = new URL(server);
  url.pathname = "/small";
  return url.href;
}
