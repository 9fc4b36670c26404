import type { Generated } from "kysely";

/** The tables of surveys by open link (migrations/0004-open-links.ts). */
export interface LinkTables {
  link_surveys: LinkSurveyRow;
  link_networks: LinkNetworkRow;
}

/** A survey by open link whose voters can still find their votes. */
interface LinkSurveyRow {
  survey_id: string;
  /** 256 random bits: the key that hashes the cookies of browsers. Without this row nothing tells whose a vote was. */
  voter_key: string;
  /** When room mode ends; null if it was never on. */
  room_until: Generated<number | null>;
  /** New votes that the limits of networks refused, and invalid ones. */
  refused: Generated<number>;
  /** The survey that the room went on to, and when; null before. */
  next_id: Generated<string | null>;
  moved_at: Generated<number | null>;
}

/** The votes of one network on a survey, while it is open. */
interface LinkNetworkRow {
  survey_id: string;
  /** 128 bits in hex, hashed with the survey's key. */
  network_hash: string;
  votes: number;
  /** When its burst will be free again: each vote moves this instant by the time in which one more is allowed. */
  free_at: number;
}
