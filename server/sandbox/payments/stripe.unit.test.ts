import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SandboxStripe, startSandboxStripe } from "./stripe.ts";

let sandbox: SandboxStripe;
let sdk: Stripe;

beforeEach(async () => {
  sandbox = await startSandboxStripe({ dataDir: null, webhookUrl: null });
  sdk = sdkOf(sandbox);
});
afterEach(() => sandbox.close());

function sdkOf({ host, port, secretKey }: SandboxStripe): Stripe {
  return new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, timeout: 10_000 });
}

const begin = (options?: Stripe.RequestOptions) =>
  sdk.paymentIntents.create(
    {
      amount: 1200,
      currency: "usd",
      metadata: { userId: "7", note: "a & b = [c] ✓" },
      description: "A year",
      receipt_email: "ada@example.com",
      automatic_payment_methods: { enabled: true },
    },
    options,
  );

const pay = async (payment_method = "pm_card_visa") => {
  const { id } = await begin();
  return sdk.paymentIntents.confirm(id, { payment_method });
};

/** The error that the SDK throws. */
const thrown = async (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`not refused by Stripe: ${error}`);
};

test("a payment is created, paid with a card, read and refunded", async () => {
  const begun = await begin();
  expect(begun).toMatchObject({
    object: "payment_intent",
    amount: 1200,
    currency: "usd",
    status: "requires_payment_method",
    metadata: { userId: "7", note: "a & b = [c] ✓" },
    receipt_email: "ada@example.com",
    livemode: false,
    latest_charge: null,
  });
  expect(begun.client_secret).toMatch(new RegExp(`^${begun.id}_secret_\\w+$`));
  expect(begun.lastResponse.requestId).toMatch(/^req_/);
  const paid = await sdk.paymentIntents.confirm(begun.id, { payment_method: "pm_card_visa" });
  expect(paid).toMatchObject({ id: begun.id, status: "succeeded", amount_received: 1200 });
  const looked = await sdk.paymentIntents.retrieve(begun.id, { expand: ["latest_charge"] });
  expect(looked.latest_charge).toMatchObject({
    object: "charge",
    id: paid.latest_charge,
    paid: true,
    refunded: false,
    amount_refunded: 0,
    disputed: false,
    payment_intent: begun.id,
    payment_method_details: { card: { brand: "visa", last4: "4242" } },
  });
  const part = await sdk.refunds.create({ payment_intent: begun.id, amount: 200, reason: "requested_by_customer" });
  expect(part).toMatchObject({ object: "refund", amount: 200, status: "succeeded", charge: paid.latest_charge });
  const rest = await sdk.refunds.create({ payment_intent: begun.id });
  expect(rest.amount).toBe(1000);
  expect(await sdk.charges.retrieve(String(paid.latest_charge))).toMatchObject({
    refunded: true,
    amount_refunded: 1200,
  });
  const list = await sdk.refunds.list({ payment_intent: begun.id });
  expect(list.data.map(({ id }) => id)).toEqual([rest.id, part.id]);
  expect((await sdk.refunds.list({ payment_intent: "pi_none" })).data).toEqual([]);
});

test("a payment can be canceled until it has succeeded", async () => {
  const { id } = await begin();
  const canceled = await sdk.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
  expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
  expect(canceled.canceled_at).toBeGreaterThan(0);
  const late = await thrown(sdk.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }));
  expect(late).toMatchObject({ statusCode: 400, code: "payment_intent_unexpected_state" });
  const paid = await pay();
  const error = await thrown(sdk.paymentIntents.cancel(paid.id));
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(error).toMatchObject({ code: "payment_intent_unexpected_state", payment_intent: { status: "succeeded" } });
  expect(error.message).toMatch(/^You cannot cancel this PaymentIntent because it has a status of succeeded\./);
  const twice = await thrown(sdk.paymentIntents.confirm(paid.id, { payment_method: "pm_card_visa" }));
  expect(twice.message).toMatch(/because it has already succeeded/);
});

test("lists are newest first, in pages, since a given time", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.unshift((await begin()).id);
  const first = await sdk.paymentIntents.list({ limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
  const second = await sdk.paymentIntents.list({ limit: 3, starting_after: ids[1] });
  expect([second.data.map(({ id }) => id), second.has_more]).toEqual([ids.slice(2), false]);
  const before = await sdk.paymentIntents.list({ limit: 2, ending_before: ids[3] });
  expect([before.data.map(({ id }) => id), before.has_more]).toEqual([ids.slice(1, 3), true]);
  const all: string[] = [];
  for await (const { id } of sdk.paymentIntents.list({ limit: 2 })) all.push(id);
  expect(all).toEqual(ids);
  const later = { gte: Math.floor(Date.now() / 1000) + 60 };
  expect((await sdk.paymentIntents.list({ created: later })).data).toEqual([]);
  const expanded = await sdk.paymentIntents.list({ expand: ["data.latest_charge"] });
  expect(expanded.data).toHaveLength(5);
});

test("invalid requests are rejected as Stripe rejects them", async () => {
  const create = (fields: object) => thrown(sdk.paymentIntents.create(fields as Stripe.PaymentIntentCreateParams));
  expect(await create({ currency: "usd" })).toMatchObject({ code: "parameter_missing", param: "amount" });
  expect(await create({ amount: 1.5, currency: "usd" })).toMatchObject({ code: "parameter_invalid_integer" });
  expect(await create({ amount: 49, currency: "usd" })).toMatchObject({ code: "amount_too_small" });
  expect(await create({ amount: 1200, currency: "xyz" })).toMatchObject({ param: "currency" });
  expect(await create({ amount: 1200, currency: "usd", color: "red" })).toMatchObject({ code: "parameter_unknown" });
  const metadata = { note: "x".repeat(501) };
  expect(await create({ amount: 1200, currency: "usd", metadata })).toMatchObject({ param: "metadata[note]" });
  const none = await thrown(sdk.paymentIntents.retrieve("pi_none"));
  expect(none).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(none).toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    message: "No such payment_intent: 'pi_none'",
  });
  expect(await thrown(sdk.charges.retrieve("ch_none"))).toMatchObject({ statusCode: 404 });
  expect(await thrown(sdk.events.retrieve("evt_none"))).toMatchObject({ statusCode: 404 });
  expect(await thrown(sdk.customers.list())).toMatchObject({ statusCode: 404 });
  expect(await thrown(sdk.paymentIntents.list({ limit: 1000 }))).toMatchObject({ param: "limit" });
  const { id } = await begin();
  expect(await thrown(sdk.paymentIntents.retrieve(id, { expand: ["secrets"] }))).toMatchObject({ statusCode: 400 });
});

test("refunds of unpaid payments, second refunds and too high refunds are rejected", async () => {
  const give = (fields: Stripe.RefundCreateParams) => thrown(sdk.refunds.create(fields));
  const { id } = await begin();
  expect((await give({ payment_intent: id })).message).toMatch(/does not have a successful charge to refund/);
  expect(await give({ payment_intent: "pi_none" })).toMatchObject({ code: "resource_missing", statusCode: 400 });
  const paid = await pay();
  const tooMuch = await give({ payment_intent: paid.id, amount: 1300 });
  expect(tooMuch.message).toBe("Refund amount ($13.00) is greater than charge amount ($12.00)");
  await sdk.refunds.create({ payment_intent: paid.id });
  expect(await give({ payment_intent: paid.id })).toMatchObject({ code: "charge_already_refunded" });
});

test("a wrong, missing or publishable key is rejected", async () => {
  const wrong = await thrown(sdkOf({ ...sandbox, secretKey: "sk_test_wrong" }).paymentIntents.list());
  expect(wrong).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  expect(wrong.message).not.toContain("sk_test_wrong");
  const open = await thrown(sdkOf({ ...sandbox, secretKey: sandbox.publishableKey }).paymentIntents.list());
  expect(open).toMatchObject({ statusCode: 401, code: "secret_key_required" });
  const answer = await fetch(`http://${sandbox.host}:${sandbox.port}/v1/payment_intents`);
  expect(answer.status).toBe(401);
});

test("an idempotency key creates one payment, however often it is sent", async () => {
  const first = await begin({ idempotencyKey: "order-1" });
  const again = await begin({ idempotencyKey: "order-1" });
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
  expect((await sdk.paymentIntents.list()).data).toHaveLength(1);
  const other = await thrown(
    sdk.paymentIntents.create({ amount: 1300, currency: "usd" }, { idempotencyKey: "order-1" }),
  );
  expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(other.message).toMatch(/^Keys for idempotent requests can only be used with the same parameters/);
  const elsewhere = await thrown(sdk.refunds.create({ payment_intent: first.id }, { idempotencyKey: "order-1" }));
  expect(elsewhere.message).toMatch(/for the same endpoint they were first used for \('POST \/v1\/payment_intents'\)/);
});

test("a declined card stays declined for its idempotency key; a malformed request uses none up", async () => {
  const { id } = await begin();
  const decline = () =>
    thrown(sdk.paymentIntents.confirm(id, { payment_method: "pm_card_chargeDeclined" }, { idempotencyKey: "try-1" }));
  const [first, second] = [await decline(), await decline()];
  expect(second.charge).toBe(first.charge);
  expect(second.headers?.["idempotent-replayed"]).toBe("true");
  const key = { idempotencyKey: "try-2" };
  expect(await thrown(sdk.paymentIntents.create({ amount: 1, currency: "usd" }, key))).toMatchObject({
    param: "amount",
  });
  expect(await begin({ idempotencyKey: "try-2" })).toMatchObject({ amount: 1200 });
});

test("a restart keeps payments, keys and refunds", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  const before = await startSandboxStripe({ dataDir, webhookUrl: null });
  sdk = sdkOf(before);
  const paid = await pay();
  const half = await pay();
  await sdk.refunds.create({ payment_intent: half.id, amount: 500 });
  const begun = await begin({ idempotencyKey: "order-3" });
  await before.close();
  // The rest of a line that a process was writing when it was killed.
  appendFileSync(join(dataDir, "sandbox-stripe.jsonl"), '["intents",{"id":"pi_half","amo');
  const after = await startSandboxStripe({ dataDir, webhookUrl: null });
  sdk = sdkOf(after);
  expect((await begin({ idempotencyKey: "order-3" })).id).toBe(begun.id);
  expect((await sdk.refunds.create({ payment_intent: paid.id })).amount).toBe(1200);
  expect((await sdk.refunds.create({ payment_intent: half.id })).amount).toBe(700);
  expect((await sdk.paymentIntents.confirm(begun.id, { payment_method: "pm_card_visa" })).status).toBe("succeeded");
  expect((await sdk.paymentIntents.list()).data.map(({ id }) => id)).toEqual([begun.id, half.id, paid.id]);
  expect((await sdk.events.list({ type: "charge.refunded" })).data).toHaveLength(3);
  await after.close();
  rmSync(dataDir, { recursive: true });
});
