import { ledgerStart } from "@survey-app/contract/ledger.ts";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { sha256 } from "../../database/voteChain.ts";

interface Read {
  total: number;
  yes: number;
  head: string;
  /** The entries as JSON, separated by commas; null when there are none. */
  entries: string | null;
}

/**
 * Reads a page of a survey's ledger as JSON. The database builds the JSON, because serializing thousands of rows would block
 * the thread that serves votes. One statement, so that totals, head and entries are consistent.
 * @returns the JSON, and the `n` after which the next page begins; null on the last page
 */
export async function readLedger(
  { db, dialect }: Database,
  surveyId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ json: string; next: number | null }> {
  const entry = sql`'{"n":' || n || ',"date":"' || ${dialect.day(sql`created_at`)} || '","vote":' || choice || ',"hash":"' || hash || '"}'`;
  const { rows } = await sql<Read>`
    select total_votes as total, yes_votes as yes, ledger_head as head, (
      select string_agg(${entry}, ',' order by n) from (
        select n, created_at, choice, hash from votes
        where survey_id = ballot_boxes.survey_id and n > ${after} order by n limit ${limit}
      ) as page
    ) as entries
    from ballot_boxes where survey_id = ${surveyId}`.execute(db);
  const { total, yes, head, entries } = rows[0] as Read;
  const about = {
    surveyId,
    totalVotes: total,
    yesVotes: yes,
    noVotes: total - yes,
    head: head || sha256(ledgerStart(surveyId)),
  };
  const last = after + limit;
  return {
    json: `${JSON.stringify(about).slice(0, -1)},"entries":[${entries ?? ""}]}`,
    next: last < total ? last : null,
  };
}
