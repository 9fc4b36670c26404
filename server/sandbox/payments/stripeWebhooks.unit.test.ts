import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { receiveWebhooks, type WebhookReceiver } from "../../testing/webhookReceiver.ts";
import { type SandboxStripe, startSandboxStripe } from "./stripe.ts";

let receiver: WebhookReceiver;
let sandbox: SandboxStripe;
let sdk: Stripe;

beforeEach(async () => {
  receiver = await receiveWebhooks();
  await start();
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

async function start(options: Partial<Parameters<typeof startSandboxStripe>[0]> = {}): Promise<void> {
  sandbox = await startSandboxStripe({
    dataDir: null,
    webhookUrl: receiver.url,
    webhookRetryMs: 20,
    webhookTries: 4,
    ...options,
  });
  const { host, port, secretKey } = sandbox;
  sdk = new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, timeout: 5000 });
}

const begin = () => sdk.paymentIntents.create({ amount: 1200, currency: "usd" });
const pay = async (payment_method = "pm_card_visa") =>
  sdk.paymentIntents.confirm((await begin()).id, { payment_method }).catch(() => undefined);

/** The events that have arrived once no more arrive. */
const arrived = async (types: string[]) => {
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(types.length);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(receiver.types()).toEqual(types);
};

const CREATED = "payment_intent.created";
const SUCCEEDED = "payment_intent.succeeded";

test("webhooks are signed as Stripe signs them: altered and late ones are rejected", async () => {
  await begin();
  await arrived([CREATED]);
  const [{ body, signature }] = receiver.received as [WebhookReceiver["received"][number]];
  const event = sdk.webhooks.constructEvent(body, signature, sandbox.webhookSecret);
  expect(event).toMatchObject({ object: "event", type: CREATED, livemode: false, data: { object: { amount: 1200 } } });
  const refused = (...given: [string, string, string]) =>
    expect(() => sdk.webhooks.constructEvent(...given)).toThrow(Stripe.errors.StripeSignatureVerificationError);
  refused(body.replace("1200", "1"), signature, sandbox.webhookSecret);
  refused(body, signature, "whsec_other");
  refused(body, signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) - 60}`), sandbox.webhookSecret);
  expect(await sdk.events.retrieve(event.id)).toMatchObject({ id: event.id, pending_webhooks: 0 });
  await sandbox.close();
  await start({ now: () => Date.now() - 600_000 });
  await begin();
  await arrived([CREATED, CREATED]);
  const late = receiver.received[1];
  refused(late?.body ?? "", late?.signature ?? "", sandbox.webhookSecret);
});

test("a payment's webhooks arrive in order, each with the state at its time", async () => {
  await pay();
  await pay("pm_card_chargeDeclined");
  const { id } = await begin();
  await sdk.paymentIntents.cancel(id);
  const failed = "payment_intent.payment_failed";
  await arrived([CREATED, SUCCEEDED, CREATED, failed, CREATED, "payment_intent.canceled"]);
  const [created, succeeded, , failure] = receiver.received.map(({ body }) => JSON.parse(body).data.object);
  expect([created.status, succeeded.status]).toEqual(["requires_payment_method", "succeeded"]);
  expect(failure.last_payment_error).toMatchObject({ code: "card_declined", decline_code: "generic_decline" });
});

test("refunds and disputes send webhooks", async () => {
  const paid = await pay();
  await sdk.refunds.create({ payment_intent: paid?.id, amount: 200 });
  const disputed = await pay("pm_card_createDispute");
  const [dispute] = (await sdk.disputes.list({ payment_intent: disputed?.id })).data;
  expect(dispute).toMatchObject({ status: "needs_response", reason: "fraudulent" });
  expect((await sdk.charges.retrieve(String(disputed?.latest_charge))).disputed).toBe(true);
  const back = sdk.refunds.create({ payment_intent: disputed?.id });
  await expect(back).rejects.toMatchObject({ code: "charge_disputed" });
  await sdk.disputes.close(dispute?.id ?? "");
  const [refunded, opened, closed] = ["charge.refunded", "charge.dispute.created", "charge.dispute.closed"] as const;
  await arrived([CREATED, SUCCEEDED, refunded, CREATED, SUCCEEDED, opened, closed]);
  expect(JSON.parse(receiver.received[2]?.body ?? "").data.object).toMatchObject({
    amount_refunded: 200,
    refunded: false,
  });
  expect(JSON.parse(receiver.received[6]?.body ?? "").data.object.status).toBe("lost");
  const won = await pay("pm_card_createDispute");
  const [other] = (await sdk.disputes.list({ payment_intent: won?.id })).data;
  const evidence = { uncategorized_text: "winning_evidence" };
  expect((await sdk.disputes.update(other?.id ?? "", { evidence })).status).toBe("won");
  expect((await sdk.refunds.create({ payment_intent: won?.id })).status).toBe("succeeded");
});

test("a refund to a closed card succeeds first, and fails later", async () => {
  await sandbox.close();
  let aheadMs = 0;
  await start({ processingMs: 60_000, now: () => Date.now() + aheadMs });
  const paid = await pay("pm_card_refundFail");
  expect((await sdk.refunds.create({ payment_intent: paid?.id })).status).toBe("succeeded");
  expect((await sdk.charges.retrieve(String(paid?.latest_charge))).refunded).toBe(true);
  aheadMs = 90_000;
  const [failed] = (await sdk.refunds.list({ payment_intent: paid?.id })).data;
  expect(failed).toMatchObject({ status: "failed", failure_reason: "expired_or_canceled_card" });
  expect((await sdk.charges.retrieve(String(paid?.latest_charge))).refunded).toBe(false);
  await arrived([CREATED, SUCCEEDED, "charge.refunded", "refund.failed"]);
});

test("an inquiry can still be refunded, until it becomes a dispute", async () => {
  const [first, second] = [await pay("pm_card_createDisputeInquiry"), await pay("pm_card_createDisputeInquiry")];
  const [inquiry] = (await sdk.disputes.list({ payment_intent: first?.id })).data;
  expect(inquiry?.status).toBe("warning_needs_response");
  const evidence = { uncategorized_text: "escalate_inquiry_evidence" };
  expect((await sdk.disputes.update(inquiry?.id ?? "", { evidence })).status).toBe("needs_response");
  await expect(sdk.refunds.create({ payment_intent: first?.id })).rejects.toMatchObject({ code: "charge_disputed" });
  expect((await sdk.refunds.create({ payment_intent: second?.id })).status).toBe("succeeded");
  const opened = [CREATED, SUCCEEDED, "charge.dispute.created"];
  await arrived([...opened, ...opened, "charge.dispute.updated", "charge.refunded"]);
});

test("an unacknowledged webhook is retried with the same id until it is given up", async () => {
  receiver.statuses.push(500, 302);
  await begin();
  await arrived([CREATED, CREATED, CREATED]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  receiver.received.length = 0;
  receiver.statuses.push(...Array(10).fill(503));
  const { id } = await begin();
  await arrived([CREATED, CREATED, CREATED, CREATED]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(receiver.received).toHaveLength(4);
  expect((await sdk.paymentIntents.retrieve(id)).status).toBe("requires_payment_method");
});

test("webhooks not sent before a restart are sent after it, and started payments continue", async () => {
  await sandbox.close();
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  await start({ dataDir, webhookUrl: "http://127.0.0.1:9/nobody", webhookRetryMs: 10_000, processingMs: 250 });
  const { id, client_secret } = await begin();
  const card = { number: "4000000000007775", expMonth: 12, expYear: 2040, cvc: "123" };
  expect(await sandbox.cards.confirm(client_secret ?? "", card)).toEqual({ status: "processing" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await sandbox.close();
  await start({ dataDir, webhookUrl: null });
  sandbox.setWebhookUrl(receiver.url);
  await arrived([CREATED, "payment_intent.processing", SUCCEEDED]);
  expect((await sdk.paymentIntents.retrieve(id)).status).toBe("succeeded");
  rmSync(dataDir, { recursive: true });
});

test("webhooks are sent only once the app's URL is set", async () => {
  await sandbox.close();
  await start({ webhookUrl: null });
  await begin();
  sandbox.setWebhookUrl(receiver.url);
  await pay();
  // Events from before the webhook was registered are not sent.
  await arrived([CREATED, SUCCEEDED]);
});
