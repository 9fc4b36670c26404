/**
 * The tables of votes, which Citus can spread over several servers by `survey_id`, so that all rows of a survey are on
 * one of them. Functions that run there, `store_ballots` and what it calls, may read and write no other tables.
 */
export const DISTRIBUTED_TABLES = [
  "ballot_boxes",
  "votes",
  "survey_days",
  "secret_voters",
  "secret_tallies",
  "secret_erasures",
  "invitations",
] as const;
