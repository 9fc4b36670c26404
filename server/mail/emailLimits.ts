import type { EmailTemplate } from "../words/mail/templates.ts";

/**
 * The limit on emails of a kind to a mailbox (`mailboxOf`), so that no one can flood it.
 * - `kind`: few of the kind within half an hour, whoever caused them. Further ones are dropped.
 * - `owner`: few from the owner of the surveys, until the address votes with a link of that owner. Further ones wait
 *   and become one email; reminders are dropped.
 * - `none`: no limit; `because` says why.
 */
type EmailLimit = { by: "kind" } | { by: "owner"; beyond: "wait" | "drop" } | { by: "none"; because: string };

const byKind = { by: "kind" } as const;
const bundled = { by: "owner", beyond: "wait" } as const;
/**
 * Each is sent separately: a link must arrive before the meeting begins, and results with their heads belong to one
 * meeting.
 */
const waiting = { by: "owner", beyond: "wait" } as const;
const paid = { by: "none", because: "Each follows a payment of twelve dollars" } as const;
const decided = { by: "none", because: "An admin caused each, about the reader's own survey or meeting" } as const;
const accepted = { by: "none", because: "Once each time that someone accepted to co-own a survey" } as const;
const once = { by: "none", because: "Once for each of the reader's own surveys, at a confirmed address" } as const;
const chosen = {
  by: "none",
  because: "Once for each survey on which the reader voted, or which the reader follows",
} as const;

/** The limit of each kind of email. A new kind does not compile without one. */
const emailLimits: Record<EmailTemplate["kind"], EmailLimit> = {
  emailVerification: byKind,
  signUpLink: byKind,
  accountInvitation: byKind,
  passwordReset: byKind,
  emailChange: byKind,
  passwordChanged: byKind,
  passwordRemoved: byKind,
  emailChanged: byKind,
  newDevice: byKind,
  apiKeyCreated: byKind,
  securityChange: byKind,
  webhookOff: byKind,
  receipt: paid,
  refund: paid,
  disputeWon: paid,
  refundFailed: paid,
  membershipEnds: { by: "none", because: "Once for each membership, which was paid" },
  accountErased: { by: "none", because: "Once for each decision of an admin to delete the account" },
  dataExport: byKind,
  accountEnds: { by: "none", because: "Twice before an account that nobody uses is deleted" },
  surveyPublished: decided,
  requestAccepted: decided,
  surveyUnpublished: decided,
  surveySentBack: decided,
  meetingTakenDown: decided,
  surveyFeedback: decided,
  surveyFirstVote: once,
  surveyEnded: once,
  coOwnerInvited: { by: "owner", beyond: "drop" },
  coOwnerJoined: accepted,
  coOwnerLeft: accepted,
  coOwnerRemoved: accepted,
  surveyResult: chosen,
  surveyOutcome: chosen,
  surveyReminder: { by: "none", because: "At most three for each survey that the reader follows" },
  reportSettled: { by: "none", because: "Once for each survey that the reader reported" },
  invitation: bundled,
  meetingInvitation: waiting,
  meetingCorrection: waiting,
  meetingEnded: waiting,
  invitations: bundled,
  invitationResult: bundled,
  invitationOutcome: bundled,
  invitationResults: bundled,
  invitationReminder: { by: "owner", beyond: "drop" },
  testEmail: { by: "none", because: "An admin asked for each, to their own address, and may ask ten times an hour" },
  reviewDigest: { by: "none", because: "At most one in 24 hours" },
  clockJumped: { by: "none", because: "At most one in 24 hours" },
};

/** The limit of an email in the outbox. An older version may have stored a kind that no longer exists. */
export const limitOf = (kind: string): EmailLimit | undefined => emailLimits[kind as EmailTemplate["kind"]];
