import type { SurveyEmailKind } from "@survey-app/contract/surveys/outcomes.ts";
import type { Generated } from "kysely";

/**
 * A person's choice whether to get emails about a survey. Without a row, people who voted get them, and others don't.
 * The row doesn't have a time, because on secret surveys that could tell when a person voted.
 */
export interface FollowRow {
  survey_id: string;
  user_id: string;
  follows: number;
}

/** A kind of email about surveys that a person doesn't want. */
export interface UnwantedEmailRow {
  user_id: string;
  kind: SurveyEmailKind;
}

/** A version of a survey's outcome: its owner's text about what was decided. */
export interface OutcomeRow {
  /** UUIDv7. */
  id: string;
  survey_id: string;
  text: string;
  created_at: number;
}

/**
 * An email to many people about a survey, which a job enqueues for each of them, in chunks. It stays, so that none is
 * sent twice.
 */
export interface MailingRow {
  /** UUIDv7. */
  id: string;
  survey_id: string;
  kind: "result" | "outcome" | "reminder" | "invitation" | "correction";
  /**
   * 0, except for the owner's own reminders (1 and 2), and for invitations and corrections, where it increases each
   * time the owner sends them.
   */
  number: number;
  /** The sender, who must still be allowed to send it when it is sent; null for the server's own emails. */
  sender_id: string | null;
  /** The next step: counting who voted, which precedes emails about a result, or the group of people to email next. */
  stage: "count" | "owner" | "invited" | "voters" | "followers" | "done";
  /** The last person of the stage who was enqueued. */
  cursor: Generated<string>;
  /** The chunks that were enqueued. */
  chunks: Generated<number>;
  /** When the next chunk is due. */
  next_at: number;
}

/**
 * The composition of the voters on a survey with named votes, and the moments with remarkably many votes; counted once,
 * after its close.
 */
export interface SurveyCompositionRow {
  survey_id: string;
  voters: number;
  /** Voters whose accounts were created after the survey opened. */
  new_accounts: number;
  /** Voters whose email address was not confirmed. */
  unconfirmed: number;
  /** JSON: `Burst[]`. */
  bursts: string;
}

/** Votes that arrived within ten minutes from `at` on, in milliseconds since 1970. */
export interface Burst {
  at: number;
  votes: number;
}
