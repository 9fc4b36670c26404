import type { AuditAction } from "@survey-app/contract/ops/audit.ts";
import type { SurveyEvent, SurveyEventHandler } from "../events/surveyEvents.ts";
import { logAction } from "./audit.sql.ts";

/** The action by which the audit log names each event that can be logged. */
const ACTIONS: Partial<Record<SurveyEvent["kind"], AuditAction>> = {
  published: "surveyStatusChanged",
  unpublished: "surveyStatusChanged",
  sentBack: "surveySentBack",
  changed: "surveyChanged",
  closed: "surveyClosed",
  shown: "resultShown",
  deleted: "surveyDeleted",
  feedbackWritten: "feedbackWritten",
  invitationsSent: "invitationsSent",
  invitationReissued: "invitationReissued",
  codesAllowed: "codesAllowed",
  accepted: "surveyAccepted",
  reportsSettled: "reportsSettled",
  listChanged: "listChanged",
  decided: "outcomeWritten",
};

/** Writes the audit event of a survey event. */
export const logSurveyEvent: SurveyEventHandler = async (tx, { kind, surveyId, by, logged }) => {
  if (logged === null) return;
  const action = ACTIONS[kind];
  if (!action || by === null) throw new Error(`The audit log has no action or no actor for the event "${kind}"`);
  const { title, before, after } = logged;
  await logAction(tx, by, { action, about: { kind: "survey", id: surveyId, title }, before, after });
};
