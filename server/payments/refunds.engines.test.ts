import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiError } from "../http/apiError.ts";
import { type SandboxStripe, startSandboxStripe } from "../sandbox/payments/stripe.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import type { PaymentProvider } from "./provider.ts";
import { readAsked, settle } from "./settle.sql.ts";
import { createSettlement } from "./settlement.ts";
import { sandboxStripeProvider } from "./stripe.ts";

let stripe: SandboxStripe;
let sandbox: PaymentProvider;
/** Performs the refund; tests in which the server dies replace it. */
let refund: PaymentProvider["refund"];
let t: TestApp;
let admin: Person;
let otherAdmin: Person;

beforeAll(async () => {
  stripe = await startSandboxStripe({ dataDir: null, webhookUrl: null });
  sandbox = sandboxStripeProvider(stripe);
  t = await testApp({}, { payments: { ...sandbox, refund: (...args) => refund(...args) } });
  admin = await makePerson(t.database, t.tokens, { role: "admin" });
  otherAdmin = await makePerson(t.database, t.tokens, { role: "admin" });
});
afterAll(async () => {
  await t.close();
  await stripe.close();
});

/** @returns the payment's id, and the provider's */
async function buy(): Promise<{ id: string; transactionId: string }> {
  const as = await makePerson(t.database, t.tokens);
  const { clientSecret } = await t.request(payments.createPaymentIntent, { as, body: { price: 12 } });
  await stripe.cards.confirm(clientSecret, { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" });
  const transactionId = clientSecret.split("_secret_")[0] ?? "";
  const { paymentResult } = await t.request(payments.confirmPayment, { as, body: { transactionId, price: 12 } });
  return { id: paymentResult.insertedId, transactionId };
}

const press = (id: string, as: Person) => t.send(payments.refundPayment, { as, params: { id } });
const statusOf = async (id: string) =>
  (await t.request(payments.listPayments, { as: admin, query: { limit: 100 } })).find(({ _id }) => _id === id)?.status;

/** The audit events of a payment, oldest first: action and admin. */
async function logged(id: string): Promise<[string, string | undefined][]> {
  const entries = await t.request(listAuditEvents, { as: admin, query: { limit: 100 } });
  const about = entries.filter((entry) => entry.about.id === id).reverse();
  return about.map(({ action, admin: by }) => [action, by?._id]);
}

/** The triggers that can settle a refund after its request has failed. */
const ways: Record<string, (payment: { id: string; transactionId: string }) => Promise<unknown>> = {
  "the provider's message": async ({ transactionId }) => {
    const object = { object: "charge", payment_intent: transactionId };
    const payload = JSON.stringify({ id: "evt_1", object: "event", type: "charge.refunded", data: { object } });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: stripe.webhookSecret });
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    const response = await t.app.inject({ method: "POST", url: "/api/stripe/webhook", headers, payload });
    expect(response.statusCode, response.payload).toBe(200);
  },
  "the hourly round": () => createSettlement(t.database, sandbox).reconcile({ now: Date.now() + 5 * 60_000 }),
  "another admin who tries again": ({ id }) => press(id, otherAdmin),
};

// Security: H16
test.each(Object.entries(ways))(
  "a refund whose server dies before settling it is settled by %s, and the log names the admin once",
  async (_, settleBy) => {
    const payment = await buy();
    refund = async (...args) => {
      await sandbox.refund(...args);
      throw new Error("The server dies");
    };
    expect((await press(payment.id, admin)).statusCode).toBe(500);
    expect([await statusOf(payment.id), await logged(payment.id)]).toEqual(["paid", [["refundBegun", admin.id]]]);
    refund = sandbox.refund;
    await settleBy(payment);
    const whole = [
      ["refundBegun", admin.id],
      ["paymentRefunded", admin.id],
    ];
    expect([await statusOf(payment.id), await logged(payment.id)]).toEqual(["refunded", whole]);
    for (const again of Object.values(ways)) await again(payment);
    expect(await logged(payment.id)).toEqual(whole);
  },
);

test("a refund that never reached the provider stays started, and a later chargeback by the bank is not attributed to the admin", async () => {
  const { id, transactionId } = await buy();
  refund = async () => {
    throw apiError("providerDown");
  };
  expect((await press(id, admin)).statusCode).toBe(503);
  const payment = await sandbox.find(transactionId);
  if (!payment) throw new Error("It is not there");
  await settle(t.database, { ...payment, state: "disputed" }, await readAsked(t.database, transactionId));
  expect([await statusOf(id), await logged(id)]).toEqual(["refunded", [["refundBegun", admin.id]]]);
});
