import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import type { Generated } from "kysely";

/** The tables of emails (migrations/0001-baseline/accounts.ts, 0026-mail-and-sign-in.ts, 0035-email-trail.ts). */
export interface MailTables {
  outbox: OutboxRow;
  email_trail: EmailTrailRow;
  email_numbers: EmailNumberRow;
  mail_server: MailServerRow;
}

/**
 * An email that is still to be sent, or was given up. Its text is rendered when it is sent, and then the row is
 * deleted.
 */
interface OutboxRow {
  /** UUIDv7. */
  id: string;
  /** The email template (mail/templates.ts). */
  kind: string;
  address: string;
  /** JSON: the data of the template. */
  details: string;
  /** For emails with a link: the account's `credential_version` when the link was requested; else null. */
  credential_version: number | null;
  attempts: Generated<number>;
  /** When it is due; null once it was given up. */
  next_at: number | null;
  /** When it was given up. */
  gave_up_at: Generated<number | null>;
  /** 1 for an email to many people, which is sent after those that one person waits for. */
  is_bulk: Generated<number>;
  /** The mail server's last permanent refusal, without its words, which can name people (mail/refusals.ts). */
  refusal: Generated<string | null>;
  refused_at: Generated<number | null>;
}

/** The fate of an email, kept for 30 days (voters/emailTrail.sql.ts). An email that waits is in the outbox. */
interface EmailTrailRow {
  /** UUIDv7. */
  id: string;
  address: string;
  /** The email template (mail/templates.ts). */
  kind: string;
  survey_id: string | null;
  /** The invitation, for an email to a person on a survey's list. The row is deleted with it. */
  invitation_id: string | null;
  /**
   * The account that an email about a survey was for, or whose confirmed address it was sent to; null without one. The
   * row is deleted with the account.
   */
  user_id: string | null;
  /** Why it was not sent; null for a sent one. */
  reason: UnsentReason | null;
  handled_at: number;
}

/**
 * How many emails of a kind about a survey were sent, or not sent for a reason. Kept where single ones would tell who
 * voted.
 */
interface EmailNumberRow {
  survey_id: string;
  kind: string;
  /** "sent", or the reason why they weren't. */
  reason: UnsentReason | "sent";
  emails: number;
}

/** The only row: the state of the mail server. It doesn't exist before the server has accepted or refused an email. */
interface MailServerRow {
  id: number;
  /** When it last accepted an email, and the hash of that email's address. */
  accepted_at: number | null;
  accepted_hash: string | null;
  /** The end of the pause in sending after the server refused every recipient; null while it accepts some. */
  paused_until: number | null;
}
