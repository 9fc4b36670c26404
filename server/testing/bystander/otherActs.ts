import * as failedWork from "@survey-app/contract/ops/failedWork.ts";
import * as operations from "@survey-app/contract/ops/operations.ts";
import * as setup from "@survey-app/contract/ops/setup.ts";
import * as webhooks from "@survey-app/contract/ops/webhooks.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { writeHeartbeat } from "../../clock/heartbeat.sql.ts";
import { paymentRequests } from "../paymentApp.ts";
import { type Actor, type Acts, createActor, only } from "./actors.ts";

/** Members of a year are not asked to pay for another one yet. */
const PAYERS = ["user", "surveyor", "admin"] as const;

async function payer(actor: Actor) {
  const as = await actor.person();
  return { as, ...paymentRequests(() => ({ t: actor.t, payer: as })) };
}

/** A webhook with a delivery. */
export async function makeWebhook(actor: Actor) {
  const as = await actor.person();
  const body = { url: "https://hooks.example.org/", events: ["closed" as const] };
  const { webhook } = await actor.request(webhooks.createWebhook, { as, body });
  const params = { id: webhook._id };
  await actor.request(webhooks.testWebhook, { as, params });
  return { as, params };
}

/** Acts on payments and webhooks, and acts of admins only. */
export const otherActs: Acts = {
  "payments.createPaymentIntent": only(PAYERS, async (actor) => (await payer(actor)).begin()),
  "payments.confirmPayment": only(PAYERS, async (actor) => (await payer(actor)).buy()),
  "payments.cancelPayment": only(PAYERS, async (actor) => {
    for (const isKnown of [true, false]) {
      const { as, begin, latest } = await payer(actor);
      await begin();
      const { db } = actor.t.database;
      const unknown = { transaction_id: `pi_${as.id}` };
      if (!isKnown) await db.updateTable("payments").set(unknown).where("user_id", "=", as.id).execute();
      await actor.request(payments.cancelPayment, { as, params: { id: (await latest())?._id ?? "" } });
    }
  }),
  "payments.refundPayment": async (actor) => {
    const { buy, latest } = await payer(createActor(actor, "user"));
    await buy();
    const id = (await latest())?._id ?? "";
    await actor.request(payments.refundPayment, { as: await actor.person(), params: { id } });
  },

  "webhooks.createWebhook": makeWebhook,
  "webhooks.testWebhook": makeWebhook,
  "webhooks.changeWebhook": async (actor) =>
    actor.request(webhooks.changeWebhook, {
      ...(await makeWebhook(actor)),
      body: { url: "https://other.example.org/", events: ["published"] },
    }),
  "webhooks.switchWebhook": async (actor) => {
    const made = await makeWebhook(actor);
    for (const isOn of [false, true]) await actor.request(webhooks.switchWebhook, { ...made, body: { isOn } });
  },
  "webhooks.replaceWebhookSecret": async (actor) =>
    actor.request(webhooks.replaceWebhookSecret, await makeWebhook(actor)),
  "webhooks.deleteWebhook": async (actor) => actor.request(webhooks.deleteWebhook, await makeWebhook(actor)),
  "webhooks.resendWebhookDelivery": async (actor) => {
    const { as, params } = await makeWebhook(actor);
    await actor.t.database.db
      .updateTable("webhook_deliveries")
      .set({ next_at: null, gave_up_at: 1 })
      .where("webhook_id", "=", params.id)
      .execute();
    const [delivery] = await actor.request(webhooks.listWebhookDeliveries, { as, params });
    await actor.request(webhooks.resendWebhookDelivery, { as, params: { ...params, delivery: delivery?._id ?? "" } });
  },

  "operations.confirmClock": async ({ t, request, person }) => {
    await writeHeartbeat(t.database, Date.now() - 30 * DAY_MS);
    const as = await person();
    const { jumps } = (await request(operations.getOperations, { as })).clock;
    await request(operations.confirmClock, { as, body: { jumps } });
  },
  "failedWork.retryFailedWork": async ({ request, person }) => {
    for (const queue of ["emails", "webhooks", "closing"] as const)
      await request(failedWork.retryFailedWork, { as: await person(), body: { queue } });
  },
  "setup.sendTestEmail": async ({ request, person }) => request(setup.sendTestEmail, { as: await person() }),
  "setup.confirmStep": async ({ request, person }) =>
    request(setup.confirmStep, { as: await person(), body: { step: "asking" } }),
};
