import type { AuditAction, AuditEvent } from "@survey-app/contract/audit.ts";
import { PUBLISHED, type SurveyStatus, WAITING } from "@survey-app/contract/surveys.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of the audit log. */
export const allActions = "All actions";
export const searchLabel = "Search by admin, person or survey";
export const actionLabel = "Action";
export const noneFound = "No entries found";
export const noneFoundText = "Try another action or search term.";
export const none = "No entries yet";
export const noneText = "Changes by admins will appear here: to roles, surveys and payments.";
export const reviewSurveys = "Review surveys";
export const caption = "Changes by admins, newest first";
export const columns = { event: "Action, admin, time", about: "About", change: "Change" } as const;
export const actor = (name: ReactNode, email: string | undefined) => rich`${name} (${email})`;

/** Names of the actions, for the filter. */
export const actions: Record<AuditAction, string> = {
  roleChanged: "Role changed",
  userStatusChanged: "User blocked or unblocked",
  sessionsEnded: "Sessions ended",
  secondFactorRemoved: "Two-step sign-in turned off",
  surveyStatusChanged: "Survey published or unpublished",
  surveySentBack: "Survey sent back",
  surveyChanged: "Another user's survey changed",
  surveyClosed: "Survey closed early",
  surveyDeleted: "Survey deleted",
  reportsSettled: "Reports settled",
  feedbackWritten: "Feedback written",
  invitationReissued: "Invitation reissued",
  invitationsSent: "Invitations sent for the owner",
  codesAllowed: "Codes allowed",
  surveyAccepted: "Unlisted survey accepted",
  refundBegun: "Refund started",
  paymentRefunded: "Payment refunded",
  failedWorkRetried: "Failed work tried again",
  testEmailRequested: "Test email sent",
  setupStepConfirmed: "Setup step finished",
};
export const userBlocked = "User blocked";
export const userUnblocked = "User unblocked";
export const surveyStatus: Record<SurveyStatus, string> = {
  [WAITING]: "Survey unpublished",
  [PUBLISHED]: "Survey published",
};

/** Actors without an account. */
export const actors: Record<Exclude<AuditEvent["by"], "admin">, string> = {
  owner: "The survey's owner",
  commandLine: "Command line",
  start: "Server start",
  setting: "Setting of this site",
};

export const fields: Record<string, string> = {
  role: "Role",
  status: "Status",
  sessions: "Sessions",
  openReports: "Open reports",
  payment: "Payment",
  note: "Note",
  reason: "Reason",
  outcome: "Outcome",
  report: "Report",
  category: "Category",
  image: "Picture",
  createDate: "Start",
  deadline: "Deadline",
  rule: "Rule",
  retried: "Tried again",
  step: "Step",
};
export const noValue = "none";
export const change = (field: string, text: string) => `${field}: ${text}`;
export const fromTo = (before: string, after: string) => `${before} → ${after}`;
