import { createHmac, hkdfSync } from "node:crypto";
import { HOUR_MS } from "@survey-app/contract/time.ts";
import { OLD_SECRET_HOURS, type WebhookDelivery } from "@survey-app/contract/webhooks.ts";
import { toIso } from "../database/toIso.ts";
import type { Signed } from "./send.ts";

const SECRET_BYTES = 32;

export interface WebhookSecrets {
  /** The secret of a webhook, as its owner gets it. It is not stored: each version is derived from the server's secret. */
  secretOf(webhook: { id: string; secretVersion: number }): string;
  /** The request with an event: ids only, signed as Standard Webhooks says. */
  sign(
    webhook: { id: string; secretVersion: number; replacedAt: number | null },
    event: { id: string; event: WebhookDelivery["event"]; surveyId: string | null; at: number },
  ): Signed;
}

/** Signatures of webhooks (standardwebhooks.com): HMAC-SHA-256 of id, time and body. */
export function createWebhookSecrets(serverSecret: string): WebhookSecrets {
  const keyOf = (id: string, version: number) =>
    Buffer.from(hkdfSync("sha256", serverSecret, id, `survey-app webhook secret ${version}`, SECRET_BYTES));
  return {
    secretOf: ({ id, secretVersion }) => `whsec_${keyOf(id, secretVersion).toString("base64")}`,
    sign(webhook, { id, event, surveyId, at }) {
      const now = Date.now();
      const time = Math.floor(now / 1000);
      const body = JSON.stringify({
        type: event === "test" ? "test" : `survey.${event}`,
        timestamp: toIso(at),
        data: surveyId === null ? {} : { surveyId },
      });
      const isOldValid = webhook.replacedAt !== null && now < webhook.replacedAt + OLD_SECRET_HOURS * HOUR_MS;
      const versions = [webhook.secretVersion, ...(isOldValid ? [webhook.secretVersion - 1] : [])];
      const signatures = versions.map((version) => {
        const hmac = createHmac("sha256", keyOf(webhook.id, version)).update(`${id}.${time}.${body}`);
        return `v1,${hmac.digest("base64")}`;
      });
      return {
        body,
        headers: {
          "content-type": "application/json",
          "user-agent": "Survey-App-Webhooks/1",
          "webhook-id": id,
          "webhook-timestamp": String(time),
          "webhook-signature": signatures.join(" "),
        },
      };
    },
  };
}
