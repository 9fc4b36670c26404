import type { Electorate, Privacy, Results } from "@survey-app/contract/ballots/ballots.ts";
import type { Answer, Closing, LedgerFormat } from "@survey-app/contract/ballots/ledger.ts";
import type { StepJob } from "@survey-app/contract/ops/failedWork.ts";
import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import type { SurveyStatus } from "@survey-app/contract/surveys/surveys.ts";
import type { ReportOutcome } from "@survey-app/contract/votes/votes.ts";
import type { ColumnType, Generated, Selectable } from "kysely";
import type { ApiKeyRow, WebhookDeliveryRow, WebhookRow } from "./integrationTables.ts";
import type { InvitationTables } from "./invitationTables.ts";
import type { LinkTables } from "./linkTables.ts";
import type { SurveyCountRow, SurveyDayRow, SurveyListingRow } from "./listingTables.ts";
import type { FollowRow, MailingRow, OutcomeRow, SurveyCompositionRow, UnwantedEmailRow } from "./mailingTables.ts";
import type { MailTables } from "./mailTables.ts";
import type { MeetingTables } from "./meetingTables.ts";
import type { OwnerTables } from "./ownerTables.ts";
import type { SecretTables } from "./secretTables.ts";
import type { SignInTables } from "./signInTables.ts";
import type { StoredCountColumn } from "./storedCount.ts";
import type { UserRow } from "./userRow.ts";

/**
 * The tables of both engines. Columns that end in `_at` are instants in milliseconds since 1970 UTC.
 */
export interface Tables
  extends SecretTables,
    SignInTables,
    InvitationTables,
    LinkTables,
    MailTables,
    OwnerTables,
    MeetingTables {
  users: UserRow;
  api_keys: ApiKeyRow;
  memberships: MembershipRow;
  surveys: SurveyRow;
  surveyor_requests: SurveyorRequestRow;
  ballot_boxes: BallotBoxRow;
  survey_listings: SurveyListingRow;
  survey_counts: SurveyCountRow;
  survey_days: SurveyDayRow;
  votes: VoteRow;
  survey_notes: SurveyNoteRow;
  deadline_moves: DeadlineMoveRow;
  reports: ReportRow;
  feedback: FeedbackRow;
  payments: PaymentRow;
  images: ImageRow;
  failed_steps: FailedStepRow;
  rate_limit_counts: RateLimitCountRow;
  audit_log: AuditRow;
  review_digests: ReviewDigestRow;
  heartbeats: HeartbeatRow;
  follows: FollowRow;
  unwanted_emails: UnwantedEmailRow;
  outcomes: OutcomeRow;
  mailings: MailingRow;
  survey_compositions: SurveyCompositionRow;
  webhooks: WebhookRow;
  webhook_deliveries: WebhookDeliveryRow;
}

interface MembershipRow {
  id: string;
  user_id: string;
  starts_at: number;
  ends_at: number;
  /** Null for memberships without a payment. */
  payment_id: Generated<string | null>;
  /** When the member got the email that the membership ends soon. */
  told_at: Generated<number | null>;
  /** The remaining time, in milliseconds, when a refund or a dispute ended it; null if none did. */
  rest_ms: Generated<number | null>;
}

export interface SurveyRow {
  /** UUIDv7, so ordering by id is ordering by age. */
  id: string;
  owner_id: string;
  /** The ids of its co-owners, separated by spaces: a copy of those in `survey_owners` who accepted. */
  co_owners: Generated<string>;
  title: string;
  description: string;
  /** The language of title and description (BCP 47); null if unknown. */
  language: Generated<string | null>;
  /** The same question in other languages: `Translation[]` as JSON, in the order of their tags. */
  translations: Generated<string>;
  category: string;
  image: string;
  /**
   * Describes the picture, in the survey's language; "" if the picture is only decoration; null without a description,
   * as for drawings.
   */
  image_alt: Generated<string | null>;
  /** 1 not published, 2 published; a constraint allows no other. */
  status: ColumnType<SurveyStatus, number>;
  starts_at: number;
  /** Null for surveys that never end. */
  ends_at: number | null;
  /** 1 for a day that arrived without a time and a time zone: it is the same day for every reader. */
  start_is_day: Generated<number>;
  deadline_is_day: Generated<number>;
  /** When a published survey becomes public: `starts_at` if it is scheduled, else 0 (immediately). */
  appears_at: Generated<number>;
  /**
   * Incremented with each edit and appeal, and when it is sent back. A request to publish names the version that the
   * admin has read.
   */
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  /** Title and description from `encodeForSearch` (searchText.ts), so that both engines search alike. */
  search_text: string;
  /**
   * The sort key of the order by votes: the total of the ballot box, at most a second late
   * (surveys/listedVotes.sql.ts).
   */
  listed_votes: Generated<number>;
  /** Copied with the total, for lists while a distributed database's server with the ballot box is down. */
  listed_yes: StoredCountColumn;
  listed_unsure: StoredCountColumn;
  /** The rows of the ledger whose votes are in `survey_days`; at most a second late too. */
  listed_rows: Generated<number>;
  /** Reports that no admin has settled. */
  open_reports: Generated<number>;
  /** Incremented whenever a report is opened or settled. */
  reports_version: Generated<number>;
  /** Null for a survey that has never been public. */
  first_published_at: Generated<number | null>;
  /** Whether an admin has allowed codes although its votes are confidential or secret: 1 or 0. */
  codes_allowed: Generated<number>;
  /**
   * 1 once an admin has published it, or accepted it after it was published without review. An edit before the first
   * vote revokes such an acceptance.
   */
  accepted: Generated<number>;
  /** 1 if its owner wasn't a surveyor when asking it, which ASK_UNLISTED=confirmed and =anyone allow. */
  asked_as_user: Generated<number>;
  /** The survey of the same owner that it is a copy of, which had been public. It may have been deleted since. */
  copied_from: Generated<string | null>;
  /** The id of the first survey of its series; null for a survey that was never asked again. */
  series_id: Generated<string | null>;
  /** Why an admin unpublished the survey; null once it is published again. */
  unpublished_for: Generated<UnpublishReason | null>;
  /**
   * When an admin unpublished it or sent it back, with feedback. Null once its owner has appealed or changed it, which
   * returns it to the admins' queue, and once it is published.
   */
  sent_back_at: Generated<number | null>;
  /**
   * When voting ended for good (closeSurvey.sql.ts): at the deadline, or earlier by its owner, an admin, or the last
   * vote of a meeting's list.
   */
  closed_at: Generated<number | null>;
  closed_by: Generated<Closing["by"] | null>;
  /** When the names of its voters were removed (retention/names.sql.ts); null before. */
  names_removed_at: Generated<number | null>;
  /** The progress of removing them; null before and afterwards. */
  names_cursor: Generated<string | null>;
  /** Who sees results when. */
  results: Generated<Results>;
  /** Who can find out how someone voted. */
  privacy: Generated<Privacy>;
  /** Whether voters may change their vote until voting ends: 1 or 0. */
  changeable: Generated<number>;
  /** Whether "Not sure" is an answer: 1 or 0. */
  unsure: Generated<number>;
  /** Who can vote. */
  electorate: Generated<Electorate>;
  /** The rule by which it passes, as `passRuleKey` writes it; null without one. */
  pass_rule: Generated<string | null>;
  /** Whether the survey is in public lists: 1 or 0. Surveys for everyone always are. */
  listed: Generated<number>;
  /** The person who answers questions about it; "" without one. */
  contact: Generated<string>;
}

export type StoredSurvey = Selectable<SurveyRow>;

/**
 * A ballot box: the row of a survey that storing a vote reads, locks and updates. Triggers copy status and times from
 * `surveys`; code that changes those locks the box first (`lockBallotBox`).
 */
interface BallotBoxRow {
  survey_id: string;
  status: number;
  appears_at: number;
  ends_at: number | null;
  closed_at: number | null;
  results: Results;
  privacy: Privacy;
  changeable: number;
  unsure: number;
  electorate: Electorate;
  /**
   * The hash of the question (`hashOfQuestion`). Ballots that name a question must name this hash, and a ledger of
   * format 3 begins with it. Empty while it is unknown: after the box was created, or the question was changed without
   * it.
   */
  question_hash: Generated<string>;
  /** The picture as it is hashed with the question (`PictureHash` in contract/surveys/askedText.ts). */
  picture: Generated<string | null>;
  /** People who voted. The counters change only with votes; on secret surveys the close sets those of the answers. */
  participants: Generated<number>;
  yes_votes: StoredCountColumn;
  unsure_votes: StoredCountColumn;
  /** Stored rows of votes: `participants` and the rows that changes have replaced. */
  ledger_rows: Generated<number>;
  /** When the last vote was stored. Votes and the close are never dated before it, even if the clock is set back. */
  voted_at: Generated<number>;
  /** The ledger's secret key, 64 hex digits. It leaves the database only when the results are open. */
  ledger_key: Generated<string>;
  /** The hash of the survey's last vote; empty before the first. Updated with the counters. */
  ledger_head: Generated<string>;
  /**
   * Fixed by the first vote, or by the close; null before, and where version 1.0 began the ledger since the upgrade,
   * which then has format 2.
   */
  ledger_format: Generated<LedgerFormat | null>;
  /**
   * What the end of the ledger says besides the votes (`Closing` in contract/ballots/ledger.ts), as JSON; null before
   * the close and in format 2.
   */
  closing: Generated<string | null>;
  /**
   * When the owner showed the result (showResult.sql.ts), and how many people had voted by then; null where no owner
   * has.
   */
  shown_at: Generated<number | null>;
  shown_after: Generated<number | null>;
  /**
   * AFTER in the ledger of a meeting's question: the number and the end of the question before it, `n:END`; null
   * without one.
   */
  follows: Generated<string | null>;
}

/** A row of `ballot_boxes` as it is read. */
export type StoredBox = Selectable<BallotBoxRow>;

/**
 * A request to become a surveyor, made with a user's first survey. It is open while the survey waits for
 * publication, and declined while the survey is sent back. Accepting it deletes the row.
 */
interface SurveyorRequestRow {
  user_id: string;
  survey_id: string;
  created_at: number;
}

/**
 * The vote of one user on one survey. In changeable surveys each change adds a row, and only the last one of a user
 * counts: the current vote is the one whose `replaced_by` is null, and unique indexes allow only one. The rows of a
 * survey form a hash chain (contract/ballots/ledger.ts): triggers forbid deleting them and changing anything but the
 * comment, its time, and, once, `replaced_by`.
 */
interface VoteRow {
  survey_id: string;
  /** 1, 2, 3 … within the survey, without gaps. */
  n: number;
  /** The hash of this vote and all before it, 64 hex digits. */
  hash: string;
  /**
   * The account; for a vote that was cast with an opened invitation, without an account, the invitation. Once the names
   * of the survey are removed: `removed-` and random digits.
   */
  user_id: string;
  /** UUIDv7. */
  id: string;
  choice: Answer;
  comment: string;
  created_at: number;
  /** When the comment was added after the vote; null for comments sent with it. */
  commented_at: Generated<number | null>;
  /** 0 for a first vote, incremented with each change. */
  turn: Generated<number>;
  /** The `n` of the row that this one replaces; null for a first vote. */
  replaces: Generated<number | null>;
  /** The `n` of the row that replaces this one; null for the current vote. */
  replaced_by: Generated<number | null>;
  /** On surveys for invited people: the invitation, which has one vote, with whatever account it was cast. */
  invitation_id: Generated<string | null>;
  /**
   * The hash of the ballot cookie with which a link or code was used (invitations/ballotCookies.ts); null for votes by
   * account.
   */
  ballot_hash: Generated<string | null>;
}

/** A change of the deadline of a survey that was published before; null: no deadline. */
interface DeadlineMoveRow {
  id: string;
  survey_id: string;
  moved_at: number;
  moved_from: number | null;
  moved_to: number | null;
}

/** A dated addition to the description of a survey that already has votes. */
interface SurveyNoteRow {
  /** UUIDv7. */
  id: string;
  survey_id: string;
  text: string;
  created_at: number;
}

interface ReportRow {
  survey_id: string;
  /** Null for an objection of a person on a list, whose author stays unknown. */
  user_id: string | null;
  /** UUIDv7. */
  id: string;
  text: string;
  created_at: number;
  /** Null while the report is open. */
  outcome: Generated<ReportOutcome | null>;
  /**
   * When the author's email about the outcome became due; null while the report is open, and once the email was
   * enqueued.
   */
  answer_due_at: Generated<number | null>;
}

/** An admin's feedback to a survey's owner. `status` is the survey's status after it. */
interface FeedbackRow {
  id: string;
  survey_id: string;
  admin_id: string;
  text: string;
  status: ColumnType<SurveyStatus, number>;
  created_at: number;
  /** When the survey's owner opened it; null before. */
  read_at: Generated<number | null>;
  /** Why the survey was unpublished with it; null for other feedback. */
  reason: Generated<UnpublishReason | null>;
  /** The owner's appeal against the unpublishing; null without one. */
  appeal: Generated<string | null>;
  appealed_at: Generated<number | null>;
}

interface PaymentRow {
  /** Random, so that other users can't guess it. */
  id: string;
  user_id: string;
  price_cents: number;
  /** The payment provider's id. */
  transaction_id: string;
  status: "pending" | "paid" | "refunded" | "failed";
  /**
   * `open`: the bank withdrew the money, and the status is refunded. `won`: the dispute was decided for us or was only
   * an inquiry, and the status is paid.
   */
  dispute: Generated<"open" | "won" | null>;
  created_at: number;
  /** When the hourly reconciliation next asks the provider; null when the payment is settled. */
  check_at: Generated<number | null>;
  /** How often the reconciliation asked since the payment last changed. */
  checks: Generated<number>;
  /** How often the payment's state has changed. An answer that was asked for before the last change doesn't count. */
  steps: Generated<number>;
}

interface ImageRow {
  id: string;
  owner_id: string;
  bytes: number;
  /** SHA-256 of its largest file, 64 hex digits; null for uploads from before it was stored. */
  hash: Generated<string | null>;
  created_at: number;
  /** From then on nothing can show it, and its files are being deleted. */
  removed_at: number | null;
}

/** The only row: when admins got the last email about what awaits review. */
interface ReviewDigestRow {
  id: number;
  sent_at: number;
}

/** The only row: the times of the clocks when they were last found right (clock/heartbeat.sql.ts). */
interface HeartbeatRow {
  id: number;
  server_at: number;
  database_at: number;
  /** `server_at` when admins were last emailed that a clock has jumped; null before the first time. */
  told_at: Generated<number | null>;
}

/** A row whose step failed in a recurring job. It is deleted when the step succeeds (queues/steps.sql.ts). */
interface FailedStepRow {
  job: StepJob;
  /** The id of the row. */
  row_key: string;
  /** How often in a row it failed alone; 0 for a row that has only failed together with others. */
  attempts: number;
  /** When it is tried again. */
  next_at: number;
  first_failed_at: number;
  /** The class of the last error, such as `23514 surveys_check`: messages can have people's names and addresses. */
  error: string;
}

/**
 * A rate limit's count (requests of one client, wrong passwords, emails to an address) in a window that ends at
 * `ends_at`.
 */
interface RateLimitCountRow {
  key: string;
  used: number;
  ends_at: number;
}

/**
 * An audit event: an action of an admin, or of an owner on a survey's list. Triggers forbid changing and deleting rows.
 */
interface AuditRow {
  /** UUIDv7. */
  id: string;
  at: number;
  /** One of `contract/ops/audit.ts`. */
  action: string;
  actor: "admin" | "owner" | "commandLine" | "start" | "setting";
  /** The admin or owner. Name and email are read from `users`, so that they disappear with the account. */
  admin_id: string | null;
  about_kind: "user" | "survey" | "payment" | "queue";
  about_id: string;
  /** The title at the time; empty for users, whose name must disappear with the account. */
  about_title: string;
  /** The title from `storedFold` (foldText.ts), the only column that may change. */
  folded: Generated<string | null>;
  /** JSON: the fields that changed. */
  before: string;
  after: string;
  request_id: string | null;
}
