import { sql } from "kysely";
import type { Database } from "../../server/database/database.ts";

/** What a survey counts and what is stored of it, read by one statement. */
export interface Counted {
  total: number;
  yes: number;
  stored: number;
  storedYes: number;
}

export async function countOf({ db }: Database, surveyId: string): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select total_votes as total, yes_votes as yes, stored, coalesce(stored_yes, 0) as "storedYes"
    from surveys, (select count(*) as stored, sum(choice) as stored_yes from votes where survey_id = ${surveyId}) as counted
    where id = ${surveyId}`.execute(db);
  const [{ total, yes, stored, storedYes }] = rows as [Counted];
  return { total, yes, stored, storedYes: Number(storedYes) };
}

export interface StoredVote {
  surveyId: string;
  userId: string;
  id: string;
  choice: number;
}

export function storedVotes({ db }: Database): Promise<StoredVote[]> {
  return db.selectFrom("votes").select(["survey_id as surveyId", "user_id as userId", "id", "choice"]).execute();
}

/** Gives a new database of a server's a folder of its own. @returns its address */
export async function createDatabaseIn({ db }: Database, server: string, folder: string): Promise<string> {
  await sql`create tablespace small location ${sql.lit(folder)}`.execute(db);
  await sql`create database small tablespace small`.execute(db);
  const url = new URL(server);
  url.pathname = "/small";
  return url.href;
}
