import type { SqliteFile } from "../../database/sqlite/sqliteFile.ts";
import { type Ballot, voterOf } from "./ballot.ts";

/** The number of people for each answer, in this order: no, yes, not sure. Indexed by the answer. */
export type Tally = [no: number, yes: number, unsure: number];

/** Stores that a person voted on a secret survey. @returns false if they had voted before */
export function markVoter(file: SqliteFile, ballot: Ballot): boolean {
  const marked = file.run(
    "insert into secret_voters (survey_id, voter, ticket_hash) values (?, ?, ?) on conflict do nothing",
    [ballot.surveyId, voterOf(ballot), ballot.ticketHash],
  );
  return marked === 1;
}

/** Finds the hash of the ticket of a person's vote, which is empty after the close; null without a vote. */
export function findTicketHash(file: SqliteFile, ballot: Ballot): string | null {
  const [mark] = file.all("select ticket_hash from secret_voters where survey_id = ? and voter = ?", [
    ballot.surveyId,
    voterOf(ballot),
  ]) as { ticket_hash: string }[];
  return mark?.ticket_hash ?? null;
}

/**
 * Adds the answers of a batch to the sums of a survey, and the people to its ballot box. What it writes does not depend
 * on which person gave which answer.
 */
export function addToTally(file: SqliteFile, surveyId: string, [no, yes, unsure]: Tally): void {
  file.run(
    `insert into secret_tallies (survey_id, yes, no, unsure) values (?, ?, ?, ?)
    on conflict (survey_id) do update set yes = yes + excluded.yes, no = no + excluded.no, unsure = unsure + excluded.unsure`,
    [surveyId, yes, no, unsure],
  );
  file.run(
    `update ballot_boxes set participants = participants + ?,
      ledger_format = case when participants = 0 then 3 else ledger_format end
    where survey_id = ?`,
    [yes + no + unsure, surveyId],
  );
}
