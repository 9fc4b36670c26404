import type { StoredCountColumn } from "./storedCount.ts";

/** The tables of secret votes (migrations/0001-baseline/secretBallots.ts). */
export interface SecretTables {
  secret_voters: SecretVoterRow;
  secret_tallies: SecretTallyRow;
  secret_erasures: SecretErasureRow;
}

/** The user `voter` has voted on a secret survey. The row says neither how nor when. */
interface SecretVoterRow {
  survey_id: string;
  voter: string;
  /**
   * The hash of the ticket that the browser sent with the vote (votes/storing/secretBallot.ts); empty after the close.
   */
  ticket_hash: string;
}

/** The sums of the answers on a secret survey until its close, which moves them into the ballot box. */
interface SecretTallyRow {
  survey_id: string;
  yes: StoredCountColumn;
  no: StoredCountColumn;
  unsure: StoredCountColumn;
}

/** A closed secret survey whose ticket hashes and former sums are still to be erased from the database's files. */
interface SecretErasureRow {
  survey_id: string;
  /** PostgreSQL's id of the transaction that closed the survey; 0 on SQLite. */
  closing: string;
}
