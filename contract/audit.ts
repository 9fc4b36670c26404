import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { paginationQuery } from "./pagination.ts";
import { search } from "./text.ts";

/**
 * What admins do to others and to what is others', closed: a call that changes something for admins has its action here,
 * and writes one entry in the transaction that does it.
 */
export const auditAction = z.enum(
  [
    "roleChanged",
    "userStatusChanged",
    "sessionsEnded",
    "surveyStatusChanged",
    "surveyChanged",
    "reportsSettled",
    "feedbackWritten",
    "refundBegun",
    "paymentRefunded",
  ],
  "action must be one of the actions that are logged",
);
export type AuditAction = z.infer<typeof auditAction>;

/** What was so before, or after: the fields that the action changed. */
const state = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type AuditState = z.infer<typeof state>;

/** One thing that an admin did. */
export const auditEvent = z.object({
  _id: z.string(),
  at: z.string(),
  action: auditAction,
  /** Who: an admin, whoever may run commands on the server, or the server itself at its start (ADMIN_EMAIL). */
  by: z.enum(["admin", "commandLine", "start"]),
  /** The admin as they are called now, "Deleted user" once the account is; null for the other two. */
  admin: z.nullable(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
  /** Surveys by the title that they had; people, and who paid, as they are called now. */
  about: z.object({
    kind: z.enum(["user", "survey", "payment"]),
    id: z.string(),
    title: z.string(),
    email: z.nullable(z.string()),
  }),
  before: state,
  after: state,
  /** The request that did it, as in answers and logs; null for what was no request. */
  requestId: z.nullable(z.string()),
});
export type AuditEvent = z.infer<typeof auditEvent>;

export const listAuditEvents = endpoint({
  method: "GET",
  path: "/audit",
  summary: "What admins did, newest first: append-only",
  access: "admin",
  query: z.object({
    action: z.optional(auditAction),
    /** A part of the admin's name or e-mail, of a title, or of the name or e-mail of whom it was about. */
    q: z._default(search, ""),
    ...paginationQuery,
  }),
  response: z.array(auditEvent),
  paginated: true,
});
