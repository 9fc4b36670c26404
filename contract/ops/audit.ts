import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { paginationQuery } from "../http/pagination.ts";
import { language } from "../text/language.ts";
import { search, writtenEmail } from "../text/text.ts";

/**
 * The closed list of logged actions: those of admins on other users and their data, those of owners that could give one
 * person several votes, and all changes by owners of a survey with co-owners. Every endpoint that changes something for
 * an admin has its action here, and writes one audit event in the same transaction.
 */
export const auditAction = z.enum(
  [
    "roleChanged",
    "userStatusChanged",
    "guestDeleted",
    "erasureScheduled",
    "erasureCanceled",
    "dataSent",
    "dataExported",
    "sessionsEnded",
    "secondFactorRemoved",
    "accountInvited",
    "accountInvitationRevoked",
    "surveyStatusChanged",
    "surveySentBack",
    "surveyChanged",
    "questionAsked",
    "surveyClosed",
    "resultShown",
    "surveyDeleted",
    "invitationReissued",
    "invitationsSent",
    "codesAllowed",
    "surveyAccepted",
    "meetingAccepted",
    "meetingTakenDown",
    "reportsSettled",
    "coOwnerInvited",
    "coOwnerAdded",
    "coOwnerLeft",
    "coOwnerRemoved",
    "listChanged",
    "outcomeWritten",
    "reminderSent",
    "feedbackWritten",
    "refundBegun",
    "paymentRefunded",
    "refundFailed",
    "failedWorkRetried",
    "testEmailRequested",
    "setupStepConfirmed",
    "clockConfirmed",
  ],
  "action must be one of the actions that are logged",
);
export type AuditAction = z.infer<typeof auditAction>;

/** The fields that the action changed, with their values before or after. */
const state = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type AuditState = z.infer<typeof state>;

/** An audit event: one logged action. */
export const auditEvent = z.object({
  _id: z.string(),
  at: z.string(),
  action: auditAction,
  /**
   * The actor: an admin; an owner of the survey (for actions that could give one person several votes, and for all
   * actions on a survey with co-owners); a command on the server; the server at its start (ADMIN_EMAIL); or a setting
   * (SURVEYORS, SURVEY_REVIEW, OIDC_ROLE_CLAIM).
   */
  by: z.enum(["admin", "owner", "commandLine", "start", "setting"]),
  /** The admin or owner, with the current name ("Deleted user" after deletion); null for the other actors. */
  admin: z.nullable(z.object({ _id: z.string(), name: z.string(), email: writtenEmail })),
  /**
   * The object of the action: a survey with its title at the time, a user or payer with the current name, or delayed
   * work: a queue, or the work that a clock held.
   */
  about: z.object({
    kind: z.enum(["user", "survey", "payment", "queue"]),
    id: z.string(),
    title: z.string(),
    /** The language of a survey that still exists; null if it is unknown, and for other objects. */
    language: z.nullable(language),
    email: z.nullable(writtenEmail),
  }),
  before: state,
  after: state,
  /** The request's id, as in error responses and logs; null without a request. */
  requestId: z.nullable(z.string()),
});
export type AuditEvent = z.infer<typeof auditEvent>;

export const listAuditEvents = endpoint({
  method: "GET",
  path: "/audit",
  summary: "The audit log: actions of admins, newest first",
  access: "admin",
  query: z.object({
    action: z.optional(auditAction),
    /** A part of the admin's name or email, of a survey's title, or of the affected user's name or email. */
    q: z._default(search, ""),
    ...paginationQuery,
  }),
  response: z.array(auditEvent),
  paginated: true,
});
