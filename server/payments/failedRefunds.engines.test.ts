import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { membershipsOf, moveMembership } from "../testing/memberships.sql.ts";
import { idOf, type PaymentApp, paymentRequests, startPaymentApp } from "../testing/paymentApp.ts";
import { makePerson, type Person } from "../testing/people.ts";
import type { PaymentIntent, PaymentProvider } from "./provider.ts";
import { createSettlement } from "./settlement.ts";

/** Refunds to this card succeed first, and fail later. */
const UNREFUNDABLE = "4000000000005126";

let t: PaymentApp;
let payer: Person;
let admin: Person;
/** How far the provider's clock is ahead of ours. */
let aheadMs = 0;

beforeAll(async () => {
  t = await startPaymentApp({ processingMs: DAY_MS, now: () => Date.now() + aheadMs });
  admin = t.people.admin;
});
afterAll(() => t.close());
beforeEach(async () => {
  payer = await makePerson(t.database, t.tokens);
});

const { begin, confirm, report, own, userOf } = paymentRequests(() => ({ t, payer }));

/**
 * Pays and tells the app, with a card that can't be refunded unless another one is given.
 * @returns the payment's ids
 */
async function buy(card = UNREFUNDABLE): Promise<{ id: string; transactionId: string }> {
  const secret = await begin();
  await confirm(secret, card);
  const { paymentResult } = (await report(secret)).json<{ paymentResult: { insertedId: string } }>();
  return { id: paymentResult.insertedId, transactionId: idOf(secret) };
}

const refund = (id: string, as = admin) => t.request(payments.refundPayment, { as, params: { id } });
/** Waits, for the provider, until each refund with that card has failed. */
const letRefundsFail = () => {
  aheadMs += 2 * DAY_MS;
};

async function deliverEvent(type: string, object: object): Promise<void> {
  const payload = JSON.stringify({ id: "evt_1", object: "event", type, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: t.stripe.webhookSecret });
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  const response = await t.app.inject({ method: "POST", url: "/api/stripe/webhook", headers, payload });
  expect(response.statusCode, response.payload).toBe(200);
}

const deliverFailure = (transactionId: string) =>
  deliverEvent("refund.failed", { object: "refund", payment_intent: transactionId });
const state = async () => [(await own()).map(({ status }) => status), (await userOf()).isMember];

/** The audit log's actions about a payment with the admins, oldest first. */
async function logged(id: string): Promise<[string, string | undefined][]> {
  const entries = await t.request(listAuditEvents, { as: admin, query: { limit: 100 } });
  const about = entries.filter((entry) => entry.about.id === id).reverse();
  return about.map(({ action, admin: by }) => [action, by?._id]);
}

test("a refund that fails gives the rest of the membership back once, with an email and an entry in the log", async () => {
  const { id, transactionId } = await buy();
  const [bought] = await membershipsOf(t.database, payer.id);
  await moveMembership(t.database, bought?.id ?? "", -100 * DAY_MS);
  const [before] = await membershipsOf(t.database, payer.id);
  const left = Number(before?.ends_at) - Date.now();
  await refund(id);
  await t.smtp.next(payer.email, /was refunded/);
  expect(await state()).toEqual([["refunded"], false]);
  letRefundsFail();
  for (let times = 0; times < 3; times++) await deliverFailure(transactionId);
  expect(await state()).toEqual([["paid"], true]);
  const [resumed] = await membershipsOf(t.database, payer.id);
  expect(Math.abs(Number(resumed?.ends_at) - Date.now() - left)).toBeLessThan(DAY_MS / 24);
  expect((await t.smtp.next(payer.email, /Your refund failed/)).whole).toContain("$12.00");
  expect(await logged(id)).toEqual(
    ["refundBegun", "paymentRefunded", "refundFailed"].map((action) => [action, admin.id]),
  );
});

test("a second refund after one that failed reaches the provider, by another admin, too", async () => {
  const other = await makePerson(t.database, t.tokens, { role: "admin" });
  const { id, transactionId } = await buy();
  await refund(id);
  letRefundsFail();
  await deliverFailure(transactionId);
  await Promise.all([refund(id, other), refund(id, other)]);
  expect(await state()).toEqual([["refunded"], false]);
  const { data } = await t.sdk.refunds.list({ payment_intent: transactionId });
  expect(data.map(({ status }) => status)).toEqual(["succeeded", "failed"]);
  const log = await logged(id);
  expect(log.at(-1)).toEqual(["paymentRefunded", other.id]);
  expect(log.filter(([action]) => action === "paymentRefunded")).toHaveLength(2);
});

test("after a refund that failed, one in the provider's dashboard is not attributed to the admin", async () => {
  const { id, transactionId } = await buy();
  await refund(id);
  letRefundsFail();
  await deliverFailure(transactionId);
  await t.sdk.refunds.create({ payment_intent: transactionId });
  await deliverEvent("charge.refunded", { object: "charge", payment_intent: transactionId });
  expect(await state()).toEqual([["refunded"], false]);
  expect((await logged(id)).at(-1)).toEqual(["refundFailed", admin.id]);
});

/** A provider whose first response about a payment waits until `release` is called. */
function heldBack(): { provider: PaymentProvider; answered: Promise<void>; release: () => void; asked: () => number } {
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const find = async (id: string): Promise<PaymentIntent | null> => {
    const intent = await t.provider.find(id);
    asked += 1;
    if (asked > 1) return intent;
    answered.resolve();
    await released.promise;
    return intent;
  };
  return {
    provider: { ...t.provider, find },
    answered: answered.promise,
    release: released.resolve,
    asked: () => asked,
  };
}

test.each([
  ["before a refund", "paid", async (id: string) => void (await refund(id)), [["refunded"], false]],
  [
    "before a refund failed",
    "refunded",
    async (_id: string, transactionId: string) => {
      letRefundsFail();
      await deliverFailure(transactionId);
    },
    [["paid"], true],
  ],
] as const)(
  "a response from %s that comes late doesn't count: the provider is asked again",
  async (_, phase, act, end) => {
    const { id, transactionId } = await buy();
    if (phase === "refunded") await refund(id);
    const { provider, answered, release, asked } = heldBack();
    const refreshed = createSettlement(t.database, provider).refresh(transactionId);
    await answered;
    await act(id, transactionId);
    release();
    expect((await refreshed)?.state).toBe(end[1] ? "paid" : "refunded");
    expect([asked(), await state()]).toEqual([2, end]);
  },
);

test("a failed refund of a deleted account is logged, and doesn't give a membership", async () => {
  const { id, transactionId } = await buy();
  await refund(id);
  await t.database.db.updateTable("users").set({ status: "Deleted" }).where("id", "=", payer.id).execute();
  letRefundsFail();
  await deliverFailure(transactionId);
  expect((await logged(id)).at(-1)).toEqual(["refundFailed", admin.id]);
  const [membership] = await membershipsOf(t.database, payer.id);
  expect(Number(membership?.ends_at)).toBeLessThanOrEqual(Date.now());
});
