import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { Insertable } from "kysely";
import type { Tables } from "../../database/tables.ts";
import { createToken, tokenHash } from "../../database/tokenHash.ts";

interface IntegrationRows {
  apiKey: Insertable<Tables["api_keys"]>;
  webhook: Insertable<Tables["webhooks"]>;
  deliveries: Insertable<Tables["webhook_deliveries"]>[];
}

/**
 * An API key that no one has, and a webhook with deliveries. The webhook is off, because a demo must not send requests
 * to other hosts.
 */
export function integrationRows(ownerId: string, surveyId: string, now: number): IntegrationRows {
  const webhookId = "demo-webhook";
  const delivery = (n: number, attempts: number) => ({
    id: `demo-delivery-${n}`,
    webhook_id: webhookId,
    survey_id: surveyId,
    created_at: now - (10 - n) * DAY_MS,
    attempts,
    next_at: null,
  });
  return {
    apiKey: {
      id: "demo-key",
      user_id: ownerId,
      name: "Weekly report",
      key_hash: tokenHash(createToken()),
      scopes: "read",
      created_at: now - 20 * DAY_MS,
      expires_at: now + 70 * DAY_MS,
      last_used_at: now - 2 * DAY_MS,
    },
    webhook: {
      id: webhookId,
      user_id: ownerId,
      url: "https://intranet.example/surveys",
      events: "published closed outcome",
      all_surveys: 0,
      created_at: now - 20 * DAY_MS,
      is_on: 0,
      exhausted: 1,
    },
    deliveries: [
      { ...delivery(1, 1), event: "published", delivered_at: now - 9 * DAY_MS, status: 204 },
      { ...delivery(2, 6), event: "outcome", status: 500, failure: "status" },
    ],
  };
}
