import type { Generated } from "kysely";

/**
 * The tables, as both engines hold them. Instants are milliseconds since 1970 UTC in columns that end in `_at`,
 * except in the tables that the sign-in library writes itself (users, sessions, accounts, verifications): there they
 * are what it writes, an ISO text in SQLite and a timestamptz in PostgreSQL (`AuthInstant`).
 */
export interface Tables {
  users: UserRow;
  sessions: SessionRow;
  accounts: AccountRow;
  verifications: VerificationRow;
  memberships: MembershipRow;
  surveys: SurveyRow;
  survey_catalogue: SurveyCatalogueRow;
  survey_counts: SurveyCountRow;
  survey_days: SurveyDayRow;
  votes: VoteRow;
  survey_notes: SurveyNoteRow;
  reports: ReportRow;
  feedback: FeedbackRow;
  payments: PaymentRow;
  images: ImageRow;
  outbox: OutboxRow;
  mail_links: MailLinkRow;
  known_devices: KnownDeviceRow;
  caller_changes: CallerChangeRow;
  call_counts: CallCountRow;
  audit_log: AuditRow;
}

export type AuthInstant = string | Date;

export interface UserRow {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  email_verified: number | boolean;
  photo_url: string | null;
  role: Generated<"user" | "surveyor" | "admin">;
  status: Generated<string>;
  /** How often the password or the address changed, or the address was proven: what was asked for before that is void. */
  credential_version: Generated<number>;
  created_at: AuthInstant;
  updated_at: AuthInstant;
}

interface SessionRow {
  id: string;
  /** SHA-256 of the token in the cookie. */
  token: string;
  user_id: string;
  expires_at: AuthInstant;
  ip_address: string | null;
  user_agent: string | null;
  /** When the person signed in. */
  created_at: AuthInstant;
  updated_at: AuthInstant;
  /** Set by a trigger when the person's role changes. */
  needs_renewal: Generated<number>;
}

/** A way to sign in: a password (`provider_id` = "credential") or an identity elsewhere, keyed by issuer and subject. */
interface AccountRow {
  id: string;
  account_id: string;
  provider_id: string;
  user_id: string;
  access_token: Generated<string | null>;
  refresh_token: Generated<string | null>;
  id_token: Generated<string | null>;
  access_token_expires_at: Generated<AuthInstant | null>;
  refresh_token_expires_at: Generated<AuthInstant | null>;
  scope: Generated<string | null>;
  /** argon2id, never leaves the server. */
  password: string | null;
  created_at: AuthInstant;
  updated_at: AuthInstant;
}

interface VerificationRow {
  id: string;
  identifier: string;
  value: string;
  expires_at: AuthInstant;
  created_at: AuthInstant;
  updated_at: AuthInstant;
}

interface MembershipRow {
  id: string;
  user_id: string;
  starts_at: number;
  ends_at: number;
  /** Null for memberships that nobody paid for. */
  payment_id: Generated<string | null>;
  /** When the member was told that it ends soon. */
  told_at: Generated<number | null>;
}

export interface SurveyRow {
  /** UUIDv7, so ordering by id is ordering by age. */
  id: string;
  owner_id: string;
  title: string;
  description: string;
  category: string;
  image: string;
  /** 1 waiting for publication, 2 published. */
  status: number;
  starts_at: number;
  /** null never ends. */
  ends_at: number | null;
  /** When a published survey becomes public: `starts_at` of a scheduled one, 0 of the others (at once). */
  appears_at: Generated<number>;
  /** Counts the edits. Publishing names the version that the admin has read. */
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  /** Title and description as `spelled` (searchText.ts) makes them, for search that is the same on both engines. */
  search_text: string;
  /** Moved only by the votes' ledger, in the transaction that stores the votes. */
  total_votes: Generated<number>;
  yes_votes: Generated<number>;
  /** The hash of the survey's last vote; empty before the first. Moved with the counters. */
  ledger_head: Generated<string>;
  /** Reports since an admin last dealt with the survey. */
  open_reports: Generated<number>;
}

/** What lists are filtered, sorted and searched by besides votes; kept by triggers on surveys. */
interface SurveyCatalogueRow {
  survey_id: string;
  status: number;
  category: string;
  appears_at: number;
  /** A number later than any instant for surveys that never end. */
  deadline: number;
  /** 2 has open reports, 1 waits for publication, 0 neither. */
  attention: number;
  search_text: string;
}

/** How many surveys there are; kept by triggers on surveys. */
interface SurveyCountRow {
  status: number;
  category: string;
  surveys: number;
}

/** What was counted on one day, moved with the counters of the survey. */
interface SurveyDayRow {
  survey_id: string;
  /** Days since 1970 UTC. */
  day: number;
  total_votes: number;
  yes_votes: number;
}

/**
 * One vote of one user on one survey: a unique index says so. The votes on a survey are a chain (contract/ledger.ts):
 * triggers refuse to delete them, and to change anything but the comment.
 */
interface VoteRow {
  survey_id: string;
  /** 1, 2, 3 … within the survey, without holes. */
  n: number;
  /** Of this vote and all before it, 64 hex digits. */
  hash: string;
  user_id: string;
  /** UUIDv7. */
  id: string;
  /** 1 yes, 0 no. */
  choice: 0 | 1;
  comment: string;
  created_at: number;
}

/** Amends the description of a survey that people have voted on. */
interface SurveyNoteRow {
  /** UUIDv7. */
  id: string;
  survey_id: string;
  text: string;
  created_at: number;
}

interface ReportRow {
  survey_id: string;
  user_id: string;
  /** UUIDv7. */
  id: string;
  text: string;
  created_at: number;
}

/** An admin's note to a survey's owner. `status` is the one the survey got with it. */
interface FeedbackRow {
  id: string;
  survey_id: string;
  admin_id: string;
  text: string;
  status: number;
  created_at: number;
}

interface PaymentRow {
  /** Random: payments are nobody else's to guess. */
  id: string;
  user_id: string;
  price_cents: number;
  /** The provider's. */
  transaction_id: string;
  status: "pending" | "paid" | "refunded" | "failed";
  /** Whether the bank has taken it back (then it stands refunded), or had to give it back again (then paid). */
  dispute: Generated<"open" | "won" | null>;
  created_at: number;
  /** When the hourly round asks the provider next; null when nothing about the payment is open. */
  check_at: Generated<number | null>;
  /** How often the round asked since the payment last changed. */
  checks: Generated<number>;
}

interface ImageRow {
  id: string;
  owner_id: string;
  bytes: number;
  created_at: number;
}

/** A mail that is still to be sent; it is written when it is sent, and gone after that. */
interface OutboxRow {
  /** UUIDv7. */
  id: string;
  /** A kind of `mail/letters.ts`. */
  kind: string;
  address: string;
  /** JSON: what the kind needs to be written. */
  details: string;
  /** For letters with a link: the account's when it was asked for; null where there is none. */
  credential_version: number | null;
  created_at: number;
  attempts: Generated<number>;
  next_at: number;
}

/** A link that was sent by mail, for one use. */
interface MailLinkRow {
  /** SHA-256 of the token in the link. */
  token_hash: string;
  purpose: "passwordReset" | "emailVerification" | "emailChange";
  user_id: string;
  /** The address that the link was sent to. */
  email: string;
  expires_at: number;
}

/** Tries to enter a password since the last success, within a quarter of an hour. */
interface KnownDeviceRow {
  user_id: string;
  /** "Chrome on Windows". */
  device: string;
  first_seen_at: number;
}

/** Written by triggers. */
interface CallerChangeRow {
  user_id: string;
  changed_at: number;
}

/** Calls of one caller to one limited call, wrong passwords or mails to an address, in a window that ends at `ends_at`. */
interface CallCountRow {
  key: string;
  calls: number;
  ends_at: number;
}

/** What an admin did. Triggers refuse to change or delete rows. */
interface AuditRow {
  /** UUIDv7. */
  id: string;
  at: number;
  /** One of `contract/audit.ts`. */
  action: string;
  actor: "admin" | "commandLine" | "start";
  /** Who they are is read from users, so that it goes with the account. */
  admin_id: string | null;
  about_kind: "user" | "survey" | "payment";
  about_id: string;
  /** As it was; empty for people, whose name goes with the account. */
  about_title: string;
  /** JSON: the fields that changed. */
  before: string;
  after: string;
  request_id: string | null;
}
