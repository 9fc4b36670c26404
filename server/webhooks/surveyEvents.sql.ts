import type { WebhookEvent } from "@survey-app/contract/webhooks.ts";
import type { SurveyEvent, SurveyEventHandler } from "../events/surveyEvents.ts";
import { enqueueWebhookEvent } from "./deliveries.sql.ts";

/** Enqueues what happened to a survey for webhooks. */
export const notifyWebhooks: SurveyEventHandler = async (tx, event) => {
  const name = webhookEventOf(event);
  if (name !== null) await enqueueWebhookEvent(tx, event.surveyId, name);
};

/** The event as webhooks know it; null if they don't get it. */
function webhookEventOf(event: SurveyEvent): WebhookEvent | null {
  switch (event.kind) {
    case "published":
    case "unpublished":
    case "closed":
      return event.kind;
    case "changed":
      return event.returnsToReview ? "unpublished" : null;
    case "decided":
      return "outcome";
    default:
      return null;
  }
}
