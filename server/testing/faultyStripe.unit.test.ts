import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FaultyStripe, startFaultyStripe } from "./faultyStripe.ts";
import { noFaults } from "./stripeFaults.ts";
import { receiveWebhooks, type WebhookReceiver } from "./webhookReceiver.ts";

let receiver: WebhookReceiver;
let sandbox: FaultyStripe;
let sdk: Stripe;

beforeEach(async () => {
  receiver = await receiveWebhooks();
  sandbox = await startFaultyStripe({
    dataDir: null,
    webhookUrl: receiver.url,
    webhookRetryMs: 20,
    webhookTries: 4,
    processingMs: 400,
  });
  const { host, port, secretKey } = sandbox;
  sdk = new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, timeout: 10_000 });
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const begin = (options?: Stripe.RequestOptions) =>
  sdk.paymentIntents.create({ amount: 1200, currency: "usd" }, options);
const pay = async () => sdk.paymentIntents.confirm((await begin()).id, { payment_method: "pm_card_visa" });

/** The error that the SDK throws. */
const thrown = async (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`not refused by Stripe: ${error}`);
};

/** Waits until these webhooks have arrived, and no others. */
const arrived = async (types: string[]) => {
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(types.length);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(receiver.types()).toEqual(types);
};

const CREATED = "payment_intent.created";
const SUCCEEDED = "payment_intent.succeeded";

test("a key whose first request is still running gets 409, and the SDK retries", async () => {
  sandbox.faults.answerDelayMs = 400;
  const both = [1, 2].map(() => begin({ idempotencyKey: "order-2" }).catch((error: unknown) => error));
  expect(await Promise.race(both)).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
  const { id } = await begin({ idempotencyKey: "order-2", maxNetworkRetries: 2 });
  expect(await Promise.all(both)).toContainEqual(expect.objectContaining({ id }));
});

test("errors, timeouts and cut connections occur before or after the operation", async () => {
  const count = async () => (await sdk.paymentIntents.list()).data.length;
  const { faults } = sandbox;
  faults.only = /^POST/;
  faults.failsBefore = "once";
  expect(await thrown(begin({ idempotencyKey: "a" }))).toBeInstanceOf(Stripe.errors.StripeAPIError);
  expect(await count()).toBe(0);
  await begin({ idempotencyKey: "a" });
  expect(await count()).toBe(1);
  faults.failsAfter = "once";
  expect(await thrown(begin({ idempotencyKey: "b" }))).toMatchObject({ statusCode: 500 });
  expect(await count()).toBe(2);
  await begin({ idempotencyKey: "b" });
  expect(await count()).toBe(2);
  faults.staysSilentBefore = "once";
  const silent = await thrown(begin({ idempotencyKey: "c", timeout: 500 }));
  expect(silent).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect(silent.message).toMatch(/timeout/);
  expect(await count()).toBe(2);
  faults.staysSilentAfter = "once";
  expect(await thrown(begin({ idempotencyKey: "d", timeout: 500 }))).toBeInstanceOf(
    Stripe.errors.StripeConnectionError,
  );
  expect(await count()).toBe(3);
  // The SDK tries a connection that was cut once more, whatever it was told.
  faults.cutsOffAfter = "once";
  await begin();
  expect(await count()).toBe(4);
  faults.cutsOffAfter = true;
  expect(await thrown(begin())).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect(await count()).toBe(5);
  Object.assign(faults, noFaults());
  faults.answersTooFast = "once";
  expect(await thrown(begin())).toBeInstanceOf(Stripe.errors.StripeRateLimitError);
  faults.isDown = true;
  expect(await thrown(begin())).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  faults.isDown = false;
  expect((await begin()).status).toBe("requires_payment_method");
});

test("a 500 response can be stored for an idempotency key", async () => {
  Object.assign(sandbox.faults, { failsAfter: "once", keepsFailures: true });
  for (const _ of [1, 2]) expect(await thrown(begin({ idempotencyKey: "e" }))).toMatchObject({ statusCode: 500 });
  expect((await sdk.paymentIntents.list()).data).toHaveLength(1);
});

test("the same seed produces the same faults", async () => {
  const run = async (seed: number) => {
    Object.assign(sandbox.faults, noFaults(), { seed, failsBefore: 0.5 });
    const went: boolean[] = [];
    for (let count = 0; count < 12; count++) {
      await begin().then(
        () => went.push(true),
        () => went.push(false),
      );
    }
    return went;
  };
  const first = await run(42);
  expect(new Set(first).size).toBe(2);
  expect(await run(7)).not.toEqual(first);
  expect(await run(42)).toEqual(first);
});

test("webhooks get lost, duplicated, delayed and reordered", async () => {
  const { faults } = sandbox;
  faults.losesWebhooks = "once";
  await pay();
  await arrived([SUCCEEDED]);
  receiver.received.length = 0;
  Object.assign(faults, noFaults(), { doublesWebhooks: true });
  await pay();
  await arrived([CREATED, CREATED, SUCCEEDED, SUCCEEDED]);
  receiver.received.length = 0;
  Object.assign(faults, noFaults(), { delaysWebhooks: true, webhookDelayMs: 250 });
  const began = performance.now();
  await pay();
  await expect.poll(() => receiver.received.length, { interval: 5 }).toBeGreaterThan(0);
  expect(performance.now() - began).toBeGreaterThanOrEqual(249);
  await arrived([CREATED, SUCCEEDED]);
  receiver.received.length = 0;
  Object.assign(faults, noFaults(), { reordersWebhooks: true });
  await pay();
  await arrived([SUCCEEDED, CREATED]);
  receiver.received.length = 0;
  faults.webhookDelayMs = 50;
  await begin();
  await arrived([CREATED]);
});

test("webhooks arrive before a slow response", async () => {
  const { id } = await begin();
  sandbox.faults.answerDelayMs = 800;
  await sdk.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
  expect(receiver.types()).toEqual([CREATED, SUCCEEDED]);
});

test("webhooks wait while Stripe is down", async () => {
  const { client_secret } = await begin();
  await arrived([CREATED]);
  const slow = { number: "4000000000007775", expMonth: 12, expYear: 2040, cvc: "123" };
  await sandbox.cards.confirm(client_secret ?? "", slow);
  let checks = 0;
  let isDown = true;
  Object.defineProperty(sandbox.faults, "isDown", { get: () => [isDown, checks++][0] });
  // A webhook waits, and checks again.
  await expect.poll(() => checks).toBeGreaterThan(2);
  expect(receiver.types()).not.toContain(SUCCEEDED);
  isDown = false;
  await arrived([CREATED, "payment_intent.processing", SUCCEEDED]);
});
