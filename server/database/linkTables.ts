import type { ShortAddressKind } from "@survey-app/contract/sharing/shortAddresses.ts";
import type { Generated } from "kysely";

/**
 * The tables of open-link surveys, of rooms, and of short addresses (migrations/0004-open-links.ts,
 * 0037-room-questions.ts, 0002-short-addresses.ts).
 */
export interface LinkTables {
  link_surveys: LinkSurveyRow;
  link_networks: LinkNetworkRow;
  room_questions: RoomQuestionRow;
  short_addresses: ShortAddressRow;
}

/** An open-link survey whose voters can still find their votes. */
interface LinkSurveyRow {
  survey_id: string;
  /**
   * 256 random bits: the key that hashes the cookies of browsers. Without this row, votes can't be traced to browsers.
   */
  voter_key: string;
  /** When room mode ends; null if it was never on. */
  room_until: Generated<number | null>;
  /** New votes that the limits of networks refused, and invalid ones. */
  refused: Generated<number>;
  /** The survey that the room moved on to, and when; null before. */
  next_id: Generated<string | null>;
  moved_at: Generated<number | null>;
  /**
   * The hash of the request's ticket that asked that survey, so that repeating the request asks it once; null without a
   * ticket.
   */
  move_ticket: Generated<string | null>;
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

/** A question that is prepared for a room. It isn't a survey yet, and only the room's owners can read it. */
interface RoomQuestionRow {
  /** UUIDv7. */
  id: string;
  /** The room's first survey. */
  survey_id: string;
  /** From 0, in the order in which the questions will be asked. */
  position: number;
  title: string;
  /** Incremented with each edit of the title. The request that asks the question names it. */
  version: Generated<number>;
  created_at: number;
}

/**
 * A code that leads to a survey. It is kept for some time after it expires, so that it isn't soon reused for another
 * one.
 */
interface ShortAddressRow {
  code: string;
  survey_id: string;
  kind: ShortAddressKind;
  /** Null for a flyer's code while voting has not ended. */
  expires_at: number | null;
}
