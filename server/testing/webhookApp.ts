import { setTimeout as sleep } from "node:timers/promises";
import * as webhooks from "@survey-app/contract/ops/webhooks.ts";
import { type WebhookEvent, webhookEvents } from "@survey-app/contract/ops/webhooks.ts";
import { onTestFinished } from "vitest";
import { enqueueWebhookEvent } from "../webhooks/deliveries.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "./people.ts";
import { startReceiver } from "./receiver.ts";
import { testApp, WITHOUT_POLLS } from "./testApp.ts";

export type WebhookApp = Awaited<ReturnType<typeof startWebhookApp>>;

/** Starts an app that delivers webhooks immediately, also to this machine. */
export async function startWebhookApp(settings: Parameters<typeof testApp>[0] = {}) {
  const parts = { ...WITHOUT_POLLS, webhookPollMs: 20 };
  const t = await testApp({ webhookAllowPrivate: true, ...settings }, parts);
  const people = await createUsersOfEveryRole(t.database, t.tokens);
  const deliveriesOf = (as: Person, { _id: id }: { _id: string }) =>
    t.request(webhooks.listWebhookDeliveries, { as, params: { id } });
  return {
    ...t,
    people,
    deliveriesOf,

    /** Starts a receiver for this test, and makes an owner; after the test all webhooks are removed. */
    async receive() {
      const receiver = await startReceiver();
      onTestFinished(async () => {
        await t.database.db.deleteFrom("webhooks").execute();
        await t.database.db.deleteFrom("webhook_deliveries").execute();
        await receiver.close();
      });
      const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
      const create = (as: Person, options: { url?: string; events?: WebhookEvent[]; allSurveys?: boolean } = {}) =>
        t.request(webhooks.createWebhook, { as, body: { url: receiver.url, events: [...webhookEvents], ...options } });
      return { receiver, owner, create };
    },

    /** Enqueues an event for the owner's webhooks, as the transactions of its causes do. */
    enqueue: (surveyId: string, event: WebhookEvent = "closed") =>
      t.database.transaction((tx) => enqueueWebhookEvent(tx, surveyId, event)),

    /** Waits until no delivery is due or under way, and lists them. */
    async settled(as: Person, webhook: { _id: string }) {
      for (;;) {
        const list = await deliveriesOf(as, webhook);
        // A lease is half a minute, the shortest wait a minute.
        const soon = new Date(Date.now() + 45_000).toISOString();
        if (list.every(({ nextAt }) => nextAt === null || nextAt > soon)) return list;
        await sleep(10);
      }
    },
  };
}
