import { listFailedWork, retryFailedWork } from "@survey-app/contract/ops/failedWork.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type SandboxStripe, startSandboxStripe } from "../sandbox/payments/stripe.ts";
import { paymentsOf } from "../testing/memberships.sql.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import type { PaymentProvider } from "./provider.ts";
import { createSettlement, type RoundOptions } from "./settlement.ts";
import { sandboxStripeProvider } from "./stripe.ts";

const CARD = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };

interface Begun {
  payer: Person;
  transactionId: string;
}

let stripe: SandboxStripe;
let sandbox: PaymentProvider;
let t: TestApp;
/** The provider's ids of payments whose check fails. */
let poisoned: Set<string>;
/** The provider's ids of the payments checked, in order. */
let askedFor: string[];
/** The failures that a round reported, by our ids. */
let failures: string[];

beforeAll(async () => {
  stripe = await startSandboxStripe({ dataDir: null, webhookUrl: null });
  sandbox = sandboxStripeProvider(stripe);
  t = await testApp({}, { payments: sandbox });
});
afterAll(async () => {
  await t.close();
  await stripe.close();
});
beforeEach(() => {
  poisoned = new Set();
  askedFor = [];
  failures = [];
});
// Each test settles all its payments.
afterEach(
  async () => void (await createSettlement(t.database, sandbox).reconcile({ now: Date.now() + 1000 * HOUR_MS })),
);

/** Starts a payment, which by default is paid without notifying the server. */
async function begin({ isPaid = true } = {}): Promise<Begun> {
  const payer = await makePerson(t.database, t.tokens);
  const { clientSecret } = await t.request(payments.createPaymentIntent, { as: payer, body: { price: 12 } });
  if (isPaid) await stripe.cards.confirm(clientSecret, CARD);
  return { payer, transactionId: clientSecret.split("_secret_")[0] ?? "" };
}

const flaky = (): PaymentProvider => ({
  ...sandbox,
  find(id) {
    askedFor.push(id);
    return poisoned.has(id) ? Promise.reject(new Error("This one can't be read")) : sandbox.find(id);
  },
});
const round = ({ signal = new AbortController().signal, ...options }: RoundOptions & { signal?: AbortSignal }) =>
  createSettlement(t.database, flaky()).reconcile({
    run: { signal, onStepFailed: ({ row }) => failures.push(row), onStepRecovered: () => {} },
    ...options,
  });
const statusOf = async ({ payer }: Begun) => (await paymentsOf(t.database, payer.id)).map(({ status }) => status);
const idOf = async ({ payer }: Begun) => (await t.request(payments.getMyLatestPayment, { as: payer }))?._id;

test("a payment that can't be checked is reported by its id, and all younger ones are settled", async () => {
  const first = await begin();
  const others = [await begin(), await begin()];
  poisoned.add(first.transactionId);
  expect(await round({ now: Date.now() + HOUR_MS })).toEqual({ checked: 3, failed: 1 });
  expect(failures).toEqual([await idOf(first)]);
  expect(await statusOf(first)).toEqual(["pending"]);
  for (const other of others) expect(await statusOf(other)).toEqual(["paid"]);
});

test("a payment whose check fails is retried at growing intervals, at least once a day, until it succeeds", async () => {
  const begun = await begin();
  poisoned.add(begun.transactionId);
  const start = Date.now();
  const hours: number[] = [];
  for (let hour = 1; hour <= 24 * 5; hour++) {
    const { checked } = await round({ now: start + hour * HOUR_MS });
    if (checked > 0) hours.push(hour);
  }
  const pauses = hours.slice(1).map((hour, index) => hour - (hours[index] ?? 0));
  expect(pauses.slice(0, 4)).toEqual([1, 2, 4, 8]);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(24);
  expect(hours.length).toBeLessThan(12);
  expect(hours.at(-1)).toBeGreaterThan(24 * 4);
  expect(await statusOf(begun)).toEqual(["pending"]);
  poisoned.clear();
  await round({ now: start + 24 * 6 * HOUR_MS });
  expect(await statusOf(begun)).toEqual(["paid"]);
});

test("an operator's run checks all payments immediately, including those with a long retry interval", async () => {
  const begun = await begin();
  poisoned.add(begun.transactionId);
  await round({ now: Date.now() + HOUR_MS });
  expect(await round({ now: Date.now() + HOUR_MS })).toEqual({ checked: 0, failed: 0 });
  poisoned.clear();
  expect(await round({ ignoreSchedule: true })).toEqual({ checked: 1, failed: 0 });
  expect(await statusOf(begun)).toEqual(["paid"]);
});

test("an admin has a payment that can't be checked tried again immediately, whatever its retry interval", async () => {
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const begun = await begin();
  poisoned.add(begun.transactionId);
  await round({ now: Date.now() + HOUR_MS });
  const id = await idOf(begun);
  const failed = { queue: "payments", count: 1, since: expect.any(String), rows: [{ id, error: "Error" }] };
  expect(await t.request(listFailedWork, { as: admin })).toContainEqual(failed);
  poisoned.clear();
  expect(await round({ now: Date.now() })).toEqual({ checked: 0, failed: 0 });
  expect(await t.request(retryFailedWork, { as: admin, body: { queue: "payments" } })).toEqual({ retried: 1 });
  expect(await round({ now: Date.now() })).toEqual({ checked: 1, failed: 0 });
  expect(await statusOf(begun)).toEqual(["paid"]);
  expect(await t.request(listFailedWork, { as: admin })).not.toContainEqual(
    expect.objectContaining({ queue: "payments" }),
  );
});

test("the work of a round is bounded, and the next round continues with the rest", async () => {
  const begun = [await begin(), await begin(), await begin()];
  expect(await round({ now: Date.now() + HOUR_MS, max: 2 })).toEqual({ checked: 2, failed: 0 });
  expect(askedFor).toEqual(begun.slice(0, 2).map(({ transactionId }) => transactionId));
  await round({ now: Date.now() + HOUR_MS, max: 2 });
  for (const each of begun) expect(await statusOf(each)).toEqual(["paid"]);
  const closing = new AbortController();
  const last = await begin();
  closing.abort();
  expect(await round({ now: Date.now() + HOUR_MS, signal: closing.signal })).toEqual({ checked: 0, failed: 0 });
  await round({ now: Date.now() + HOUR_MS });
  expect(await statusOf(last)).toEqual(["paid"]);
});

test("a round ends early while the provider is unreachable, and the next one checks the rest", async () => {
  const begun: Begun[] = [];
  for (let count = 0; count < 12; count++) begun.push(await begin());
  for (const { transactionId } of begun) poisoned.add(transactionId);
  expect(await round({ now: Date.now() + HOUR_MS })).toEqual({ checked: 10, failed: 10 });
  poisoned.clear();
  expect(await round({ now: Date.now() + HOUR_MS })).toEqual({ checked: 2, failed: 0 });
  await round({ now: Date.now() + 3 * HOUR_MS });
  for (const each of begun) expect(await statusOf(each)).toEqual(["paid"]);
});

test("concurrent rounds of two instances check a payment once", async () => {
  await begin();
  const reports = await Promise.all([round({ now: Date.now() + HOUR_MS }), round({ now: Date.now() + HOUR_MS })]);
  expect(reports.reduce((sum, { checked }) => sum + checked, 0)).toBe(1);
});

test("an unpaid payment is canceled after a day, whatever its retry interval", async () => {
  const begun = await begin({ isPaid: false });
  const start = Date.now();
  for (let hour = 1; hour <= 23; hour++) await round({ now: start + hour * HOUR_MS });
  expect(await statusOf(begun)).toEqual(["pending"]);
  await round({ now: start + 25 * HOUR_MS });
  expect(await statusOf(begun)).toEqual(["failed"]);
});
