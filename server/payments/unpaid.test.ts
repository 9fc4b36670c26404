import { deleteMyAccount, exportMyData } from "@survey-app/contract/account/account.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import { demoAccounts } from "@survey-app/contract/session/demoAccounts.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { openImageStore } from "../images/store.ts";
import { DEMO_TRANSACTION_ID, findDemoPayment } from "../sandbox/demo/demoPayment.sql.ts";
import { seedDemo } from "../sandbox/demo/seedDemo.ts";
import { type SandboxStripe, startSandboxStripe } from "../sandbox/payments/stripe.ts";
import { PASSWORD, signUp } from "../testing/accounts.ts";
import { membershipsOf, paymentsOf } from "../testing/memberships.sql.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { testConfig } from "../testing/testConfig.ts";
import type { PaymentProvider } from "./provider.ts";
import { createSettlement } from "./settlement.ts";
import { sandboxStripeProvider } from "./stripe.ts";

const CARD = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };
/** The bank asks for confirmation first (3-D Secure). */
const ASKING = { ...CARD, number: "4000002500003155" };
/** Stays `processing` for a while. */
const SLOW = { ...CARD, number: "4000000000007775" };

let stripe: SandboxStripe;
let provider: PaymentProvider;
let t: TestApp;
let admin: Person;
let payer: Person;

beforeAll(async () => {
  stripe = await startSandboxStripe({ dataDir: null, webhookUrl: null, processingMs: DAY_MS });
  provider = sandboxStripeProvider(stripe);
  // The provider; tests replace some of its methods.
  const current: PaymentProvider = { ...provider, cancel: (...args) => provider.cancel(...args) };
  t = await testApp({}, { payments: current });
  admin = await makePerson(t.database, t.tokens, { role: "admin" });
});
afterAll(async () => {
  await t.close();
  await stripe.close();
});
beforeEach(async () => {
  provider = sandboxStripeProvider(stripe);
  payer = await makePerson(t.database, t.tokens);
});

const begin = async (as = payer) =>
  (await t.request(payments.createPaymentIntent, { as, body: { price: 12 } })).clientSecret;
const idOf = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? "";
const report = (secret: string) =>
  t.send(payments.confirmPayment, { as: payer, body: { transactionId: idOf(secret), price: 12 } });
const own = () => t.request(payments.listMyPayments, { as: payer, params: { email: payer.email } });
const latest = () => t.request(payments.getMyLatestPayment, { as: payer });
const isMember = async () => (await t.request(users.getUser, { as: payer, params: { email: payer.email } })).isMember;

async function cancelLatest(): Promise<payments.PaymentState> {
  const id = (await latest())?._id ?? "";
  return (await t.request(payments.cancelPayment, { as: payer, params: { id } })).status;
}

async function pay(): Promise<string> {
  const secret = await begin();
  await stripe.cards.confirm(secret, CARD);
  expect((await report(secret)).statusCode).toBe(200);
  return secret;
}

test("histories, totals and revenue include paid payments and no unpaid ones", async () => {
  const allPayments = async () => {
    const response = await t.send(payments.listPayments, { as: admin, query: { q: payer.email } });
    return { rows: response.json().length, total: response.headers["x-total-count"] };
  };
  expect(await latest()).toBeNull();
  const sum = await t.request(payments.getRevenue, { as: admin });
  await begin();
  expect(await latest()).toMatchObject({ status: "pending" });
  expect(await own()).toEqual([]);
  expect(await allPayments()).toEqual({ rows: 0, total: "0" });
  expect(await cancelLatest()).toBe("failed");
  expect(await own()).toEqual([]);
  expect(await allPayments()).toEqual({ rows: 0, total: "0" });
  expect(await t.request(payments.getRevenue, { as: admin })).toEqual(sum);
  await pay();
  expect(await own()).toMatchObject([{ status: "paid" }]);
  await t.request(payments.refundPayment, { as: admin, params: { id: (await latest())?._id ?? "" } });
  expect(await own()).toMatchObject([{ status: "refunded" }]);
  expect(await allPayments()).toEqual({ rows: 1, total: "1" });
  for (const status of ["pending", "failed"])
    expect((await t.send(payments.listPayments, { as: admin, query: { status } })).statusCode).toBe(422);
});

test("the personal export includes unpaid payments with their status", async () => {
  await begin();
  await cancelLatest();
  await begin();
  const exported = await t.request(exportMyData, { as: payer });
  expect(exported.payments.map(({ status }) => status)).toEqual([
    "canceled, nothing was charged",
    "started, not completed",
  ]);
});

// Security: H03
test("deleting the account cancels the payment that another window could still finish", async () => {
  const { token, email, id } = await signUp(t);
  payer = { ...payer, token, email, id };
  const open = await begin();
  await t.request(deleteMyAccount, { as: payer, body: { email, password: PASSWORD } });
  expect(await stripe.cards.confirm(open, CARD)).not.toMatchObject({ status: "succeeded" });
  expect(await paymentsOf(t.database, id)).toEqual([{ transactionId: idOf(open), status: "failed" }]);
});

test("a payment that is settled while the provider says that it doesn't know it stays paid", async () => {
  const secret = await begin();
  await stripe.cards.confirm(secret, CARD);
  const find: PaymentProvider["find"] = async (id) => {
    await createSettlement(t.database, provider).refresh(id);
    return null;
  };
  await createSettlement(t.database, { ...provider, find }).cancel(idOf(secret));
  expect(await own()).toMatchObject([{ status: "paid" }]);
  expect(await isMember()).toBe(true);
});

test("a blocked user can't finish a started payment", async () => {
  const open = await begin();
  await t.request(users.setUserStatus, { as: admin, params: { id: payer.id }, body: { status: "Blocked" } });
  expect(await stripe.cards.confirm(open, CARD)).not.toMatchObject({ status: "succeeded" });
  expect(await paymentsOf(t.database, payer.id)).toEqual([{ transactionId: idOf(open), status: "failed" }]);
});

/** A user who started to pay, and deleted the account while the provider was unreachable. */
async function deleteUnpaid(): Promise<{ id: string; open: string }> {
  const { token, email, id } = await signUp(t);
  payer = { ...payer, token, email, id };
  const open = await begin();
  const { cancel } = provider;
  provider.cancel = () => Promise.reject(new Error("The provider is away"));
  await t.request(deleteMyAccount, { as: payer, body: { email, password: PASSWORD } });
  provider.cancel = cancel;
  return { id, open };
}

test("the next round cancels a deleted user's payment that could not be canceled while the provider was unreachable", async () => {
  const { id, open } = await deleteUnpaid();
  expect(await paymentsOf(t.database, id)).toMatchObject([{ status: "pending" }]);
  await createSettlement(t.database, provider).reconcile();
  expect(await paymentsOf(t.database, id)).toEqual([{ transactionId: idOf(open), status: "failed" }]);
});

test("a payment completed while its account is deleted is recorded, but doesn't buy anything or send an email", async () => {
  const { id, open } = await deleteUnpaid();
  await stripe.cards.confirm(open, CARD);
  await createSettlement(t.database, provider).refresh(idOf(open));
  expect(await paymentsOf(t.database, id)).toMatchObject([{ status: "paid" }]);
  expect(await membershipsOf(t.database, id)).toEqual([]);
  const emails = t.database.db
    .selectFrom("outbox")
    .select("kind")
    .where("details", "like", `%${idOf(open)}%`);
  expect(await emails.execute()).toEqual([]);
});

test("a payment left during the bank's confirmation can be canceled; after that it can't be paid, but a new one can", async () => {
  const left = await begin();
  expect(await stripe.cards.confirm(left, ASKING)).toMatchObject({ status: "requires_action" });
  expect(await cancelLatest()).toBe("failed");
  // The bank's dialog is still open in another tab.
  expect(await stripe.cards.authenticate(left, true)).toMatchObject({
    error: { code: "payment_intent_unexpected_state" },
  });
  expect(await cancelLatest()).toBe("failed");
  expect(await isMember()).toBe(false);
  const secret = await pay();
  expect(secret).not.toBe(left);
  expect(await membershipsOf(t.database, payer.id)).toHaveLength(1);
  expect((await paymentsOf(t.database, payer.id)).map(({ status }) => status)).toEqual(["failed", "paid"]);
});

test("a payment that is paid during its cancellation counts as paid, and one that the bank is processing stays so", async () => {
  const real = sandboxStripeProvider(stripe);
  const secret = await begin();
  provider = {
    ...real,
    async cancel(id) {
      await stripe.cards.confirm(secret, CARD);
      await real.cancel(id);
    },
  };
  expect(await cancelLatest()).toBe("paid");
  expect(await isMember()).toBe(true);
  provider = real;
  payer = await makePerson(t.database, t.tokens);
  await stripe.cards.confirm(await begin(), SLOW);
  expect(await cancelLatest()).toBe("pending");
});

test("a payment unknown to the provider is canceled, another user's is not, and an outage changes nothing", async () => {
  await begin();
  const id = (await latest())?._id ?? "";
  const stranger = await makePerson(t.database, t.tokens);
  for (const as of [stranger, admin])
    expect((await t.send(payments.cancelPayment, { as, params: { id } })).statusCode).toBe(404);
  provider = { ...provider, cancel: () => Promise.reject(new Error("It does not answer")) };
  expect((await t.send(payments.cancelPayment, { as: payer, params: { id } })).statusCode).toBe(500);
  expect(await latest()).toMatchObject({ status: "pending" });
});

test("the demo's payment is refunded like any other, and its membership ends", async () => {
  const demo = await testApp();
  await seedDemo(demo.database, openImageStore(openImageFiles({ ...demo, bucket: null })), ({ id }) => ({
    tokenHash: id,
    codeKey: null,
  }));
  const config = { ...testConfig, dataDir: demo.dataDir, demo: true, sandbox: true };
  for (const start of ["first", "second"]) {
    const app = await createApp(config, demo.database);
    const demoAdmin = await makePerson(demo.database, demo.tokens, { role: "admin" });
    const send = (method: "GET" | "POST", url: string) =>
      app.inject({ method, url, headers: { authorization: `Bearer ${demoAdmin.token}` } });
    const [row] = (await send("GET", "/api/payment/all?q=pro@example.com")).json();
    expect(row).toMatchObject({ transactionId: DEMO_TRANSACTION_ID, status: start === "first" ? "paid" : "refunded" });
    const response = await send("POST", `/api/payments/${row._id}/refund`);
    expect(response.json()).toEqual({ modifiedCount: start === "first" ? 1 : 0 });
    await app.close();
  }
  const pro = await findDemoPayment(demo.database);
  const [membership] = await membershipsOf(demo.database, pro?.userId ?? "");
  expect(demoAccounts.map(({ email }) => email)).toContain("pro@example.com");
  expect(Number(membership?.ends_at)).toBeLessThanOrEqual(Date.now());
  await demo.close();
});
