import * as payments from "@survey-app/contract/payments.ts";
import * as users from "@survey-app/contract/users.ts";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type FaultyStripe, startFaultyStripe } from "../testing/faultyStripe.ts";
import { membershipsOf, moveMembership, paymentsOf } from "../testing/memberships.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { startSmtp, type TestSmtp } from "../testing/smtp.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { enqueueMembershipReminders } from "./membershipEnds.sql.ts";
import type { PaymentProvider } from "./provider.ts";
import { createSettlement } from "./settlement.ts";
import { sandboxStripeProvider } from "./stripe.ts";

const CARD = "4242424242424242";
const DAY = 24 * 3600_000;

let stripe: FaultyStripe;
let provider: PaymentProvider;
let sdk: Stripe;
let smtp: TestSmtp;
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let payer: Person;

beforeAll(async () => {
  smtp = await startSmtp();
  stripe = await startFaultyStripe({ dataDir: null, webhookUrl: null });
  const place = { host: stripe.host, port: stripe.port, protocol: "http" } as const;
  provider = sandboxStripeProvider(stripe);
  sdk = new Stripe(stripe.secretKey, { ...place, telemetry: false, maxNetworkRetries: 0 });
  t = await testApp({ smtpUrl: smtp.url }, undefined, { stripe });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(async () => {
  await t.close();
  await stripe.close();
  await smtp.close();
});

beforeEach(async () => {
  payer = await makePerson(t.database, t.tokens, { name: "Petra Payer" });
});

const begin = async (as = payer) =>
  (await t.request(payments.createPaymentIntent, { as, body: { price: 12 } })).clientSecret;
const idOf = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? "";
const confirm = (clientSecret: string) =>
  t.app.inject({
    method: "POST",
    url: "/sandbox/stripe/confirm",
    payload: { clientSecret, number: CARD, expMonth: 12, expYear: new Date().getFullYear() + 2, cvc: "123" },
  });
const report = (clientSecret: string, as = payer) =>
  t.send(payments.confirmPayment, { as, body: { transactionId: idOf(clientSecret), price: 12, email: as.email } });
const own = (as = payer) => t.request(payments.listMyPayments, { as, params: { email: as.email } });
const latest = (as = payer) => t.request(payments.getMyLatestPayment, { as });
const userOf = (as = payer) => t.request(users.getUser, { as, params: { email: as.email } });

async function buy(as = payer): Promise<string> {
  const secret = await begin(as);
  await confirm(secret);
  expect((await report(secret, as)).statusCode).toBe(200);
  return secret;
}

test("a successful payment gives one membership of a year, one receipt and one row", async () => {
  const secret = await begin();
  expect(await latest()).toMatchObject({ status: "pending", price: 12, transactionId: idOf(secret) });
  expect((await confirm(secret)).json()).toMatchObject({ status: "succeeded" });
  const answers = await Promise.all(Array.from({ length: 8 }, () => report(secret)));
  const [first] = await own();
  for (const response of answers)
    expect(response.json()).toEqual({ paymentResult: { insertedId: first?._id }, status: "paid" });
  expect(await own()).toMatchObject([{ status: "paid", member: "pro-user" }]);
  const memberships = await membershipsOf(t.database, payer.id);
  expect(memberships).toHaveLength(1);
  const user = await userOf();
  expect(user).toMatchObject({ role: "pro-user", isMember: true });
  const days = (Date.parse(user.memberUntil ?? "") - Date.now()) / DAY;
  expect(days).toBeGreaterThan(364.9);
  expect(days).toBeLessThan(366.1);
  const mail = await smtp.next(payer.email, /Receipt/);
  expect(mail.whole).toContain("$12.00");
  expect(mail.whole).toContain(idOf(secret));
});

test("a member can't pay again before the last two weeks; then a year is added at the end", async () => {
  await buy();
  expect(await t.refused(payments.createPaymentIntent, { as: payer, body: { price: 12 } })).toMatchObject({
    status: 409,
    code: "alreadyMember",
  });
  const [running] = await membershipsOf(t.database, payer.id);
  await moveMembership(t.database, running?.id ?? "", -(365 - 13) * DAY);
  const until = Date.parse((await userOf()).memberUntil ?? "");
  await buy();
  const renewed = Date.parse((await userOf()).memberUntil ?? "");
  expect((renewed - until) / DAY).toBeGreaterThan(364.9);
});

test("starting a payment in two windows concurrently creates one payment", async () => {
  const secrets = await Promise.all(Array.from({ length: 6 }, () => begin()));
  expect(new Set(secrets).size).toBe(1);
  expect(await paymentsOf(t.database, payer.id)).toHaveLength(1);
});

test("a refund ends the membership immediately, once, and the member gets an email", async () => {
  const secret = await buy();
  const [payment] = await own();
  const refund = () => t.send(payments.refundPayment, { as: people.admin, params: { id: payment?._id ?? "" } });
  const answers = await Promise.all([refund(), refund(), refund()]);
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(await own()).toMatchObject([{ status: "refunded" }]);
  expect(await userOf()).toMatchObject({ role: "user", isMember: false, memberUntil: null });
  await smtp.next(payer.email, /was refunded/);
  const { data } = await sdk.refunds.list({ payment_intent: idOf(secret) });
  expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(1200);
  // An earlier state does not return.
  expect((await report(secret)).json()).toMatchObject({ code: "notPaid" });
  expect((await own())[0]?.status).toBe("refunded");
});

test("unsettled payments are reconciled: paid without a webhook, or canceled after a day", async () => {
  const paid = await begin();
  await confirm(paid);
  const other = await makePerson(t.database, t.tokens);
  await begin(other);
  const settlement = createSettlement(t.database, provider);
  await settlement.reconcile({ now: Date.now() + 5 * 60_000 });
  expect((await own())[0]?.status).toBe("paid");
  expect(await latest(other)).toMatchObject({ status: "pending" });
  await settlement.reconcile({ now: Date.now() + 25 * 3600_000 });
  expect(await latest(other)).toMatchObject({ status: "failed" });
  // The user can start another payment.
  await begin(other);
  expect((await paymentsOf(t.database, other.id)).map(({ status }) => status)).toEqual(["failed", "pending"]);
});

test("members get one reminder two weeks before the end, unless another year follows", async () => {
  await enqueueMembershipReminders(t.database);
  await buy();
  const [running] = await membershipsOf(t.database, payer.id);
  expect(await enqueueMembershipReminders(t.database)).toBe(0);
  await moveMembership(t.database, running?.id ?? "", -(365 - 10) * DAY);
  expect(await enqueueMembershipReminders(t.database)).toBe(1);
  expect(await enqueueMembershipReminders(t.database)).toBe(0);
  expect((await smtp.next(payer.email, /ends soon/)).whole).toContain("/payment");
});

test("the admin filters payments by status and address, and sees their sum", async () => {
  await buy();
  const mine = await t.request(payments.listPayments, { as: people.admin, query: { q: payer.email, status: "paid" } });
  expect(mine).toMatchObject([{ email: payer.email, status: "paid" }]);
  expect(
    await t.request(payments.listPayments, { as: people.admin, query: { q: payer.email, status: "refunded" } }),
  ).toEqual([]);
  const all = await t.request(payments.listPayments, { as: people.admin, query: { status: "paid", limit: 100 } });
  expect(await t.request(payments.getRevenue, { as: people.admin })).toEqual({
    paid: all.length,
    dollars: 12 * all.length,
  });
});
