import type { ShortAddressKind } from "@survey-app/contract/sharing/shortAddresses.ts";
import type { Generated } from "kysely";

/** The tables of surveys by open link (migrations/0004-open-links.ts), and of short addresses (0002-short-addresses.ts). */
export interface LinkTables {
  link_surveys: LinkSurveyRow;
  link_networks: LinkNetworkRow;
  short_addresses: ShortAddressRow;
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

/** A code that leads to a survey. It is kept for some time after it expired, so that it doesn't soon lead to another one. */
interface ShortAddressRow {
  code: string;
  survey_id: string;
  kind: ShortAddressKind;
  /** Null for a flyer's code while voting has not ended. */
  expires_at: number | null;
}
