import type { Server } from "../http/server.ts";
import { createDeliverer } from "./deliver.ts";
import { removeOldDeliveries } from "./deliveries.sql.ts";
import { createSender } from "./send.ts";
import { createWebhookSecrets } from "./sign.ts";
import { serveWebhooks } from "./webhooks.routes.ts";

/** Serves the users' webhooks, and delivers to them. */
export function startWebhooks(
  { app, registerEndpoint, database, jobs }: Server,
  options: { sessionSecret: string; webhookAllowPrivate: boolean; pollMs: number },
): void {
  const { sessionSecret, webhookAllowPrivate: allowPrivate, pollMs } = options;
  const secrets = createWebhookSecrets(sessionSecret);
  serveWebhooks(registerEndpoint, database, { secrets, allowPrivate });
  const deliverer = createDeliverer(database, { secrets, send: createSender(allowPrivate), log: app.log });
  jobs.runRepeatedly("delivering to webhooks", pollMs, deliverer.startDue);
  app.addHook("onClose", deliverer.stop);
  jobs.everyHour("removing old deliveries to webhooks", () => removeOldDeliveries(database));
}
