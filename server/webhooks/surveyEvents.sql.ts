import type { WebhookEvent } from "@survey-app/contract/ops/webhooks.ts";
import type { SurveyEvent, SurveyEventHandler } from "../events/surveyEvents.ts";
import { enqueueWebhookEvent } from "./deliveries.sql.ts";

/** Enqueues what happened to a survey for webhooks. */
export const notifyWebhooks: SurveyEventHandler = async (tx, event) => {
  const name = webhookEventOf(event);
  if (name !== null) await enqueueWebhookEvent(tx, event.surveyId, name);
};

/**
 * The webhook event that each event of a survey causes; null for none. Complete, so that a new event is a decision
 * here, too.
 */
const WEBHOOK_EVENTS: Record<SurveyEvent["kind"], WebhookEvent | null> = {
  created: null,
  published: "published",
  unpublished: "unpublished",
  // The survey was waiting. One that was public until its owner changed it was announced as unpublished then.
  sentBack: null,
  // Unless the change returns the survey to review (`webhookEventOf`).
  changed: null,
  closed: "closed",
  shown: "shown",
  deleted: null,
  decided: "outcome",
  // Webhooks never get single votes, or the texts that people wrote with them.
  firstVote: null,
  commentChanged: null,
  feedbackWritten: null,
  invitationsSent: null,
  invitationReissued: null,
  codesAllowed: null,
  listChanged: null,
  objected: null,
  accepted: null,
  reportsSettled: null,
};

const webhookEventOf = (event: SurveyEvent): WebhookEvent | null =>
  event.kind === "changed" && event.returnsToReview ? "unpublished" : WEBHOOK_EVENTS[event.kind];
