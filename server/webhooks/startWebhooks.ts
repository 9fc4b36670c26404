import { unlessClockHeld } from "../clock/heartbeat.sql.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Server } from "../http/server.ts";
import { createDeliverer } from "./deliver.ts";
import { removeOldDeliveries } from "./deliveries.sql.ts";
import { createSender, type SendRequest } from "./send.ts";
import { createWebhookSecrets } from "./sign.ts";
import { serveWebhooks } from "./webhooks.routes.ts";

/** Serves the users' webhooks, and delivers to them. */
export function startWebhooks(
  { app, registerEndpoint, database, jobs }: Server,
  options: {
    acceptedSecrets: Secrets["accepted"];
    webhookAllowPrivate: boolean;
    demoReset: object | null;
    pollMs: number;
  },
): void {
  const { acceptedSecrets, webhookAllowPrivate: allowPrivate, demoReset, pollMs } = options;
  const secrets = createWebhookSecrets(acceptedSecrets);
  serveWebhooks(registerEndpoint, database, { secrets, allowPrivate });
  const send = demoReset ? sendNothing : createSender(allowPrivate);
  const deliverer = createDeliverer(database, { secrets, send, log: app.log });
  jobs.runRepeatedly("delivering to webhooks", pollMs, deliverer.startDue);
  app.addHook("onClose", deliverer.stop);
  jobs.everyHour(
    "removing old deliveries to webhooks",
    unlessClockHeld(database, () => removeOldDeliveries(database)),
  );
}

/** For a public demo, where everyone can be the surveyor: no one may send requests to other servers in its name. */
const sendNothing: SendRequest = async () => ({ failure: "demo" });
