import type { AddressInfo } from "node:net";
import * as payments from "@survey-app/contract/payments/payments.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertPaidElsewhere, membershipsOf, moveMembership, paymentsOf } from "../testing/memberships.sql.ts";
import { idOf, type PaymentApp, paymentRequests, startPaymentApp } from "../testing/paymentApp.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { testApp } from "../testing/testApp.ts";
import { enqueueMembershipReminders } from "./membershipEnds.sql.ts";
import { insertPayment } from "./payments.sql.ts";
import type { PaymentProvider } from "./provider.ts";
import { createSettlement } from "./settlement.ts";

/** Stays `processing` for a while, then succeeds. */
const SLOW_CARD = "4000000000007775";
const SLOW_MS = 60_000;

/** How far the provider's clock is ahead. */
let stripeAheadMs = 0;
let t: PaymentApp;
let payer: Person;

beforeAll(async () => {
  t = await startPaymentApp({ processingMs: SLOW_MS, now: () => Date.now() + stripeAheadMs });
  await t.app.listen({ port: 0, host: "127.0.0.1" });
});

afterAll(() => t.close());

beforeEach(async () => {
  // No webhooks are sent, except where a test sends one.
  t.stripe.setWebhookUrl(null);
  payer = await makePerson(t.database, t.tokens, { name: "Petra Payer" });
});

const { begin, confirm, report, own, latest, userOf, buy } = paymentRequests(() => ({ t, payer }));
const webhookUrl = () => `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}/api/stripe/webhook`;

test("a payment is settled in the same way if only the signed webhook arrives", async () => {
  t.stripe.setWebhookUrl(webhookUrl());
  const secret = await begin();
  await confirm(secret);
  await expect.poll(async () => (await own())[0]?.status).toBe("paid");
  expect((await report(secret)).statusCode).toBe(200);
  expect(await membershipsOf(t.database, payer.id)).toHaveLength(1);
});

// Security: R11
test("an unpaid payment doesn't give a membership, and the response says so", async () => {
  const secret = await begin();
  expect((await report(secret)).json()).toMatchObject({ status: 402, code: "notPaid" });
  expect((await confirm(secret, "4000000000000002")).json()).toMatchObject({ error: { code: "card_declined" } });
  expect((await report(secret)).json()).toMatchObject({ code: "notPaid" });
  expect(await userOf()).toMatchObject({ role: "user", isMember: false, memberUntil: null });
  // Another card, the same payment.
  expect(await begin()).toBe(secret);
  await confirm(secret);
  expect((await report(secret)).statusCode).toBe(200);
});

// Security: H03
test("forged confirmations are rejected and change nothing", async () => {
  const other = await makePerson(t.database, t.tokens);
  const secret = await begin(other);
  await confirm(secret);
  const refusals = [
    [payer, { transactionId: idOf(secret), price: 12 }, 404], // another user's payment
    [payer, { transactionId: "pi_invented", price: 12 }, 404],
    [payer, { transactionId: idOf(secret), price: 11 }, 422],
    [payer, { transactionId: idOf(secret), price: 12, email: other.email }, 403],
  ] as const;
  for (const [as, body, status] of refusals)
    expect((await t.send(payments.confirmPayment, { as, body })).statusCode).toBe(status);
  // Created at the provider with our keys, but not by this app.
  const strange = await t.sdk.paymentIntents.create({ amount: 1200, currency: "usd", metadata: { userId: payer.id } });
  expect((await report(`${strange.id}_secret_`)).statusCode).toBe(404);
  expect(await userOf()).toMatchObject({ isMember: false });
});

// Security: H03
test.each([
  ["another amount", { amount: 100 }],
  ["another currency", { currency: "eur" }],
  ["another person", { metadata: { userId: "somebody" } }],
])("a payment at the provider with %s settles nothing", async (_, change) => {
  const secret = await begin();
  const right = await t.provider.find(idOf(secret));
  if (!right) throw new Error("It is not there");
  const [cents, currency, userId] = [right.cents, right.currency, right.userId];
  const changed = { amount: cents, currency, metadata: { userId }, ...change };
  const lying: PaymentProvider = {
    ...t.provider,
    find: async () => ({
      ...right,
      state: "paid",
      cents: changed.amount,
      currency: changed.currency,
      userId: changed.metadata.userId,
    }),
  };
  await expect(createSettlement(t.database, lying).refresh(right.id)).rejects.toThrow(/differs from ours/);
  expect(await userOf()).toMatchObject({ isMember: false });
});

// Security: H03
test("webhooks that are unsigned, altered or late are rejected", async () => {
  const secret = await begin();
  await confirm(secret);
  const body = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "payment_intent.succeeded",
    data: { object: { object: "payment_intent", id: idOf(secret) } },
  });
  const send = (signature: string | undefined, payload = body) =>
    t.app.inject({
      method: "POST",
      url: "/api/stripe/webhook",
      headers: {
        "content-type": "application/json",
        ...(signature !== undefined && { "stripe-signature": signature }),
      },
      payload,
    });
  const sign = (at: number, secretKey = t.stripe.webhookSecret) =>
    t.sdk.webhooks.generateTestHeaderString({ payload: body, secret: secretKey, timestamp: Math.floor(at / 1000) });
  const bad = [undefined, "", "t=1,v1=0", sign(Date.now(), "whsec_another"), sign(Date.now() - HOUR_MS)];
  for (const signature of bad) expect((await send(signature)).statusCode).toBe(400);
  expect((await send(sign(Date.now()), `${body} `)).statusCode).toBe(400);
  expect(await latest()).toMatchObject({ status: "pending" });
  for (let index = 0; index < 3; index++) expect((await send(sign(Date.now()))).statusCode).toBe(200);
  expect((await own())[0]?.status).toBe("paid");
  expect(await membershipsOf(t.database, payer.id)).toHaveLength(1);
});

// Security: H03
test("another price gets 422 before any request to the provider", async () => {
  for (const price of [11, 0, -12, 12.5, "free", null, [12], { $gt: 0 }])
    expect((await t.send(payments.createPaymentIntent, { as: payer, body: { price } })).statusCode, String(price)).toBe(
      422,
    );
  expect(await paymentsOf(t.database, payer.id)).toEqual([]);
});

test("a payment that the bank takes back ends the membership like a refund", async () => {
  t.stripe.setWebhookUrl(webhookUrl());
  const secret = await begin();
  await confirm(secret, "4000000000000259");
  await expect.poll(async () => (await own())[0]?.status).toBe("refunded");
  expect(await userOf()).toMatchObject({ isMember: false });
});

test("a slow payment is shown as processing, and settled when it succeeds", async () => {
  t.stripe.setWebhookUrl(webhookUrl());
  const secret = await begin();
  await confirm(secret, SLOW_CARD);
  expect((await report(secret)).json()).toMatchObject({ status: "pending" });
  expect(await t.refused(payments.createPaymentIntent, { as: payer, body: { price: 12 } })).toMatchObject({
    code: "paymentUnderWay",
  });
  stripeAheadMs = SLOW_MS;
  // The provider looks at its clock when it is asked.
  expect(await t.sdk.paymentIntents.retrieve(idOf(secret))).toMatchObject({ status: "succeeded" });
  await expect.poll(async () => (await own())[0]?.status).toBe("paid");
  expect(await userOf()).toMatchObject({ isMember: true });
});

test("a payment that the provider doesn't know fails after a day, and can't be refunded", async () => {
  const lost = { id: crypto.randomUUID(), userId: payer.id, cents: 1200, transactionId: "pi_never" };
  await insertPayment(t.database, lost);
  const demo = await insertPaidElsewhere(t.database, payer.id);
  expect(await t.refused(payments.refundPayment, { as: t.people.admin, params: { id: demo } })).toMatchObject({
    status: 409,
    code: "unknownPayment",
  });
  const settlement = createSettlement(t.database, t.provider);
  await settlement.reconcile({ now: Date.now() + 5 * 60_000 });
  const payment = async () =>
    (await paymentsOf(t.database, payer.id)).find(({ transactionId }) => transactionId === lost.transactionId)?.status;
  expect(await payment()).toBe("pending");
  await settlement.reconcile({ now: Date.now() + 25 * HOUR_MS });
  expect(await payment()).toBe("failed");
});

test("buying a membership keeps the user's role, and lets them comment", async () => {
  const { surveyor } = t.people;
  await buy(surveyor);
  expect(await userOf(surveyor)).toMatchObject({ role: "surveyor", isMember: true });
  const survey = await t.makeSurvey(t.people.otherSurveyor, { publishedBy: t.people.admin });
  await new Promise((resolve) => setTimeout(resolve, 1001)); // roles are cached for a second
  expect(
    await t.request(votes.castVote, { as: surveyor, body: { SurveyID: survey, vote: 1, comments: "Mine" } }),
  ).not.toHaveProperty("commentIgnored");
});

test("an unreachable provider gives an error that says so, and no payment is lost", async () => {
  const secret = await begin();
  await confirm(secret);
  t.stripe.faults.isDown = true;
  try {
    const response = await report(secret);
    expect(response.json()).toMatchObject({ status: 503, code: "providerDown" });
    expect(response.headers["retry-after"]).toBeDefined();
  } finally {
    t.stripe.faults.isDown = false;
  }
  expect((await report(secret)).json()).toMatchObject({ status: "paid" });
});

test("blocked members don't get a reminder, because they can't sign in", async () => {
  await enqueueMembershipReminders(t.database, true);
  await buy();
  const [running] = await membershipsOf(t.database, payer.id);
  await moveMembership(t.database, running?.id ?? "", -(365 - 10) * DAY_MS);
  const set = (status: "Blocked" | "Verified") =>
    t.request(users.setUserStatus, { as: t.people.admin, params: { id: payer.id }, body: { status } });
  await set("Blocked");
  expect(await enqueueMembershipReminders(t.database, true)).toBe(0);
  await set("Verified");
  expect(await enqueueMembershipReminders(t.database, true)).toBe(1);
});

test("where payments were turned off, the reminder doesn't say how to renew", async () => {
  await enqueueMembershipReminders(t.database, true);
  await buy();
  const [running] = await membershipsOf(t.database, payer.id);
  await moveMembership(t.database, running?.id ?? "", -(365 - 10) * DAY_MS);
  expect(await enqueueMembershipReminders(t.database, false)).toBe(1);
  const { whole } = await t.smtp.next(payer.email, /membership ends on/);
  expect(whole).toContain("won't be charged");
  expect(whole).not.toMatch(/renew/i);
});

test("without a provider no payment can be started", async () => {
  const without = await testApp();
  const person = await makePerson(without.database, without.tokens);
  expect(await without.refused(payments.createPaymentIntent, { as: person, body: { price: 12 } })).toMatchObject({
    code: "paymentsOff",
  });
  const hook = await without.app.inject({ method: "POST", url: "/api/stripe/webhook", payload: {} });
  expect(hook.statusCode).toBe(404);
  await without.close();
});
