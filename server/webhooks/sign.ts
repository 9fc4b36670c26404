import { createHmac, hkdfSync } from "node:crypto";
import { OLD_SECRET_HOURS } from "@survey-app/contract/ops/webhooks.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import type { Secrets } from "../database/secrets.ts";
import { toIso } from "../database/toIso.ts";
import type { DueDelivery } from "./deliveries.sql.ts";
import type { Signed } from "./send.ts";

const SECRET_BYTES = 32;

/** The version of a webhook's secret. */
interface SecretVersion {
  id: string;
  secretVersion: number;
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

/**
 * Signatures of webhooks (standardwebhooks.com): HMAC-SHA-256 of id, time and body. Each accepted value of
 * SESSION_SECRET signs, because the receiver may have the webhook's secret of a retired one.
 * @param accepted the accepted values of SESSION_SECRET, the current one first
 */
export function createWebhookSecrets(accepted: Secrets["accepted"]) {
  const keyOf = (id: string, version: number, serverSecret = accepted[0]) =>
    Buffer.from(hkdfSync("sha256", serverSecret, id, `survey-app webhook secret ${version}`, SECRET_BYTES));
  return {
    /**
     * The secret of a webhook, as its owner gets it. It is not stored: each version is derived from the server's
     * secret.
     */
    secretOf: ({ id, secretVersion }: SecretVersion): string => `whsec_${keyOf(id, secretVersion).toString("base64")}`,
    /** The request with an event: ids only, signed as Standard Webhooks says. */
    sign(
      webhook: SecretVersion & { replacedAt: number | null },
      { id, event, surveyId, at }: Pick<DueDelivery, "id" | "event" | "surveyId" | "at">,
    ): Signed {
      const now = Date.now();
      const time = Math.floor(now / 1000);
      const body = JSON.stringify({
        type: event === "test" ? "test" : `survey.${event}`,
        timestamp: toIso(at),
        data: surveyId === null ? {} : { surveyId },
      });
      const isOldValid = webhook.replacedAt !== null && now < webhook.replacedAt + OLD_SECRET_HOURS * HOUR_MS;
      const versions = [webhook.secretVersion, ...(isOldValid ? [webhook.secretVersion - 1] : [])];
      const keys = versions.flatMap((version) => accepted.map((secret) => keyOf(webhook.id, version, secret)));
      const signatures = keys.map(
        (key) => `v1,${createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64")}`,
      );
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
