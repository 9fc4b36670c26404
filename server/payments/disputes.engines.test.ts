import { exportMyData } from "@survey-app/contract/account/account.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type SandboxStripe, startSandboxStripe } from "../sandbox/payments/stripe.ts";
import { membershipsOf, moveMembership } from "../testing/memberships.sql.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { enqueueMembershipReminders } from "./membershipEnds.sql.ts";
import type { PaymentIntent, PaymentProvider, ProviderPaymentState } from "./provider.ts";
import { type Asked, readAsked, settle } from "./settle.sql.ts";
import { createSettlement } from "./settlement.ts";
import { sandboxStripeProvider } from "./stripe.ts";

/** A moved year may be a day longer or shorter than the original one. */
const A_LEAP_DAY = 1.1;
const CARD = { expMonth: 12, expYear: 2040, cvc: "123" };
/** With this card every payment is disputed immediately. */
const DISPUTED = { ...CARD, number: "4000000000000259" };
/** With this card the bank first inquires about every payment. */
const INQUIRED = { ...CARD, number: "4000000000001976" };

let stripe: SandboxStripe;
let provider: PaymentProvider;
let sdk: Stripe;
let t: TestApp;
let payer: Person;

beforeAll(async () => {
  stripe = await startSandboxStripe({ dataDir: null, webhookUrl: null });
  provider = sandboxStripeProvider(stripe);
  const place = { host: stripe.host, port: stripe.port, protocol: "http" } as const;
  sdk = new Stripe(stripe.secretKey, { ...place, telemetry: false, maxNetworkRetries: 0 });
  t = await testApp({}, { payments: provider });
});
afterAll(async () => {
  await t.close();
  await stripe.close();
});
beforeEach(async () => {
  payer = await makePerson(t.database, t.tokens);
});

/** Pays without a webhook. @returns the provider's id */
async function pay(card = DISPUTED): Promise<string> {
  const { clientSecret } = await t.request(payments.createPaymentIntent, { as: payer, body: { price: 12 } });
  await stripe.cards.confirm(clientSecret, card);
  return clientSecret.split("_secret_")[0] ?? "";
}

/** Settles a state of the payment, as if the provider had just returned it. */
async function settleAs(state: ProviderPaymentState, id: string, asked?: Asked): Promise<boolean> {
  const intent = { ...((await provider.find(id)) as PaymentIntent), state };
  return settle(t.database, intent, asked ?? (await readAsked(t.database, id)));
}

/** Settles an earlier state of the payment, as a late response would. */
const settleLate = (state: ProviderPaymentState, id: string) =>
  settleAs(state, id, { status: "pending", dispute: null, steps: 0 });

/** Sends the evidence, which decides the dispute in the provider's test mode. */
async function submit(uncategorized_text: string, id: string): Promise<void> {
  const [dispute] = (await sdk.disputes.list({ payment_intent: id })).data;
  await sdk.disputes.update(dispute?.id ?? "", { evidence: { uncategorized_text }, submit: true });
}
const win = (id: string) => submit("winning_evidence", id);

/** The provider's event of this type about a dispute. */
async function deliverEvent(type: string, id: string): Promise<void> {
  const payload = JSON.stringify({ id: "evt_1", type, data: { object: { object: "dispute", payment_intent: id } } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: stripe.webhookSecret });
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  const response = await t.app.inject({ method: "POST", url: "/api/stripe/webhook", headers, payload });
  expect(response.statusCode, response.payload).toBe(200);
}

/** Each round runs a day later, so that every payment is due. */
let roundAt = Date.now();
const reconcile = () => {
  roundAt += DAY_MS;
  return createSettlement(t.database, provider).reconcile({ now: roundAt });
};
const statusOf = async () =>
  (await t.request(payments.listMyPayments, { as: payer, params: { email: payer.email } })).map(({ status }) => status);
const isMember = async () => (await t.request(users.getUser, { as: payer, params: { email: payer.email } })).isMember;
/** The remaining membership, in days. */
async function daysLeft(): Promise<number> {
  const ends = (await membershipsOf(t.database, payer.id)).map(({ ends_at }) => Number(ends_at));
  return (Math.max(...ends) - Date.now()) / DAY_MS;
}

test.each([
  ["the provider's message", (id: string) => deliverEvent("charge.dispute.closed", id)],
  ["the hourly round", reconcile],
])("winning a dispute restores the rest of the membership once, when reported by %s", async (_, learn) => {
  const id = await pay();
  await settleAs("paid", id);
  const [bought] = await membershipsOf(t.database, payer.id);
  await moveMembership(t.database, bought?.id ?? "", -100 * DAY_MS);
  const left = await daysLeft();
  await deliverEvent("charge.dispute.created", id);
  expect([await statusOf(), await isMember()]).toEqual([["refunded"], false]);
  await reconcile();
  expect(await isMember()).toBe(false);
  await win(id);
  await learn(id);
  expect([await statusOf(), await isMember()]).toEqual([["paid"], true]);
  expect(Math.abs((await daysLeft()) - left)).toBeLessThan(A_LEAP_DAY);
  // Repeated and late events change nothing.
  for (const type of ["charge.dispute.closed", "charge.dispute.created"]) await deliverEvent(type, id);
  for (const state of ["disputed", "paid", "won"] as const) await settleLate(state, id);
  await reconcile();
  expect([await statusOf(), await isMember()]).toEqual([["paid"], true]);
  expect(Math.abs((await daysLeft()) - left)).toBeLessThan(A_LEAP_DAY);
});

test("a member whose dispute is won is reminded of the end again", async () => {
  const id = await pay();
  await settleAs("paid", id);
  const [bought] = await membershipsOf(t.database, payer.id);
  await moveMembership(t.database, bought?.id ?? "", -360 * DAY_MS);
  const remind = () => enqueueMembershipReminders(t.database, true);
  expect([await remind(), await remind()]).toEqual([1, 0]);
  await deliverEvent("charge.dispute.created", id);
  await win(id);
  await deliverEvent("charge.dispute.closed", id);
  expect([await remind(), await remind()]).toEqual([1, 0]);
});

test("the personal export calls a payment disputed until the bank has decided, and never refunded", async () => {
  const exported = async () => (await t.request(exportMyData, { as: payer })).payments.map(({ status }) => status);
  const id = await pay();
  await deliverEvent("charge.dispute.created", id);
  expect(await statusOf()).toEqual(["refunded"]);
  expect(await exported()).toEqual(["disputed, the bank has not decided yet"]);
  await win(id);
  await deliverEvent("charge.dispute.closed", id);
  expect(await exported()).toEqual(["paid"]);
});

test("a payment first heard of after its dispute was won gives an ordinary membership", async () => {
  const id = await pay();
  await win(id);
  await deliverEvent("charge.dispute.closed", id);
  await settleLate("disputed", id);
  expect([await statusOf(), await isMember()]).toEqual([["paid"], true]);
  payer = await makePerson(t.database, t.tokens);
  const disputed = await pay();
  await deliverEvent("charge.dispute.created", disputed);
  expect(await membershipsOf(t.database, payer.id)).toEqual([]);
  await win(disputed);
  await deliverEvent("charge.dispute.closed", disputed);
  expect(await daysLeft()).toBeGreaterThan(364);
});

test("the restored rest follows the year bought meanwhile, and can still be refunded", async () => {
  const id = await pay();
  await settleAs("paid", id);
  await deliverEvent("charge.dispute.created", id);
  const second = await pay({ ...CARD, number: "4242424242424242" });
  await deliverEvent("charge.dispute.closed", second);
  const year = await daysLeft();
  await win(id);
  await deliverEvent("charge.dispute.closed", id);
  expect((await daysLeft()) - year).toBeGreaterThan(364);
  await settleAs("refunded", id);
  expect(await daysLeft()).toBeCloseTo(year, 1);
  await settleLate("won", id);
  expect(await daysLeft()).toBeCloseTo(year, 1);
});

test("the membership continues while the bank only inquires, and ends when the inquiry becomes a dispute", async () => {
  const id = await pay(INQUIRED);
  await settleAs("paid", id);
  await deliverEvent("charge.dispute.created", id);
  expect([await statusOf(), await isMember()]).toEqual([["paid"], true]);
  await submit("escalate_inquiry_evidence", id);
  await deliverEvent("charge.dispute.updated", id);
  expect([await statusOf(), await isMember()]).toEqual([["refunded"], false]);
  // The bank decides: a reply from before the decision can't change the state back.
  await win(id);
  await deliverEvent("charge.dispute.closed", id);
  expect([await statusOf(), await isMember()]).toEqual([["paid"], true]);
  expect(await settleLate("disputed", id)).toBe(false);
  expect([await statusOf(), await isMember()]).toEqual([["paid"], true]);
});

test("an inquiry that the bank closes changes nothing, whether or not it was noticed", async () => {
  for (const isNoticed of [true, false]) {
    payer = await makePerson(t.database, t.tokens);
    const id = await pay(INQUIRED);
    await settleAs("paid", id);
    if (isNoticed) await deliverEvent("charge.dispute.created", id);
    const before = await membershipsOf(t.database, payer.id);
    await win(id);
    await deliverEvent("charge.dispute.closed", id);
    expect([await statusOf(), await isMember()]).toEqual([["paid"], true]);
    expect(await membershipsOf(t.database, payer.id)).toEqual(before);
  }
});

test("a membership that ends and continues several times keeps exactly its rest", async () => {
  const id = await pay();
  await settleAs("paid", id);
  const [bought] = await membershipsOf(t.database, payer.id);
  await moveMembership(t.database, bought?.id ?? "", -100 * DAY_MS);
  const left = await daysLeft();
  for (let round = 0; round < 3; round++) {
    await settleAs("disputed", id);
    expect(await isMember()).toBe(false);
    await settleAs("won", id);
    expect(await daysLeft()).toBeCloseTo(left, 1);
    // A month passes.
    await moveMembership(t.database, bought?.id ?? "", -30 * DAY_MS);
    await settleAs("refunded", id);
    await settleAs("won", id);
    expect(await daysLeft()).toBeCloseTo(left - 30, 1);
    await moveMembership(t.database, bought?.id ?? "", 30 * DAY_MS);
  }
});
