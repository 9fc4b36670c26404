import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createEventBus } from "../../database/events.ts";
import { createHttpServer } from "../../http/httpServer.ts";
import { createReaderLanguage } from "../../http/readerLanguage.ts";
import { createResponseCache } from "../../http/responseCache.ts";
import { type FaultyStripe, startFaultyStripe } from "../../testing/faultyStripe.ts";
import { serveSandboxCards } from "./stripe.ts";

const readerLanguage = createReaderLanguage({ languages: ["en"] }, "http://localhost:3000");

let app: FastifyInstance;
let sandbox: FaultyStripe;
let sdk: Stripe;
const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));

beforeAll(async () => {
  sandbox = await startFaultyStripe({ dataDir, webhookUrl: null, processingMs: 400 });
  const { host, port, secretKey } = sandbox;
  sdk = new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, timeout: 5000 });
  const responseCache = createResponseCache(createEventBus(null));
  const options = {
    publicUrl: "http://localhost:3000",
    corsOrigins: [],
    trustProxy: 0,
    logLevel: "silent",
    readerLanguage,
  };
  app = await createHttpServer(options, responseCache);
  serveSandboxCards(app, sandbox);
});
beforeEach(() => {
  sandbox.faults.isDown = false;
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});

const begin = () => sdk.paymentIntents.create({ amount: 1200, currency: "usd" });
const send = (to: "confirm" | "authenticate", payload: object) =>
  app.inject({ method: "POST", url: `/sandbox/stripe/${to}`, payload });

/** Types a card into the form. */
const type = async (clientSecret: string | null, number: string, fields: object = {}) =>
  (await send("confirm", { clientSecret, number, expMonth: 12, expYear: 2040, cvc: "123", ...fields })).json();

const accepted = ["4242 4242 4242 4242", "5555555555554444", "4000056655665556", "4000000000000259"];

test.each(accepted)("%s succeeds", async (number) => {
  const { id, client_secret } = await begin();
  expect(await type(client_secret, number)).toEqual({ status: "succeeded" });
  expect((await sdk.paymentIntents.retrieve(id)).amount_received).toBe(1200);
});

test("an American Express card has four digits in its security code", async () => {
  const { client_secret } = await begin();
  expect(await type(client_secret, "378282246310005", { cvc: "1234" })).toEqual({ status: "succeeded" });
});

const declines: [number: string, code: string, declineCode: string, message: string][] = [
  ["4000000000000002", "card_declined", "generic_decline", "Your card was declined."],
  ["4000000000009995", "card_declined", "insufficient_funds", "Your card has insufficient funds."],
  ["4000000000009987", "card_declined", "lost_card", "Your card was declined."],
  ["4000000000009979", "card_declined", "stolen_card", "Your card was declined."],
  ["4100000000000019", "card_declined", "fraudulent", "Your card was declined."],
  ["4000000000000069", "expired_card", "expired_card", "Your card has expired."],
  ["4000000000000127", "incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."],
  [
    "4000000000000119",
    "processing_error",
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
  ],
];

test.each(declines)("%s is declined: %s, %s", async (number, code, declineCode, message) => {
  const { id, client_secret } = await begin();
  expect(await type(client_secret, number)).toEqual({ status: "requires_payment_method", error: { code, message } });
  const intent = await sdk.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
  expect(intent.last_payment_error).toMatchObject({ type: "card_error", code, decline_code: declineCode, message });
  expect(intent.latest_charge).toMatchObject({ paid: false, status: "failed", failure_code: code });
  // Another card may follow.
  expect(await type(client_secret, "4242424242424242")).toEqual({ status: "succeeded" });
});

test("servers get a decline as an error of the SDK", async () => {
  const { id } = await begin();
  const declined = sdk.paymentIntents.confirm(id, { payment_method: "pm_card_chargeDeclinedInsufficientFunds" });
  const error = await declined.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(error).toMatchObject({
    statusCode: 402,
    code: "card_declined",
    decline_code: "insufficient_funds",
    message: "Your card has insufficient funds.",
    payment_intent: { id, status: "requires_payment_method" },
  });
});

const mistakes: [what: string, number: string, fields: object, code: string, field: string, message: string][] = [
  ["a slip", "4242424242424241", {}, "incorrect_number", "number", "Your card number is incorrect."],
  ["letters", "4242 abcd 4242", {}, "incorrect_number", "number", "Your card number is incorrect."],
  [
    "month 13",
    "4242424242424242",
    { expMonth: 13 },
    "invalid_expiry_month",
    "expMonth",
    "Your card's expiration month is invalid.",
  ],
  [
    "a past year",
    "4242424242424242",
    { expYear: 2020 },
    "invalid_expiry_year",
    "expYear",
    "Your card's expiration year is invalid.",
  ],
  ["two digits", "4242424242424242", { cvc: "12" }, "invalid_cvc", "cvc", "Your card's security code is invalid."],
];

test.each(mistakes)("%s is detected before the card is charged", async (_, number, fields, code, field, message) => {
  const { id, client_secret } = await begin();
  const error = { code, message, field };
  expect(await type(client_secret, number, fields)).toEqual({ status: "requires_payment_method", error });
  expect(await sdk.paymentIntents.retrieve(id)).toMatchObject({ latest_charge: null, last_payment_error: null });
});

test("last month has expired", async () => {
  const last = new Date();
  last.setUTCDate(0);
  const { client_secret } = await begin();
  const card = { expMonth: last.getUTCMonth() + 1, expYear: last.getUTCFullYear() % 100 };
  const { error } = await type(client_secret, "4242424242424242", card);
  expect(error.code).toMatch(/^invalid_expiry_(month|year)$/);
  const now = new Date();
  const current = { expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() % 100 };
  expect(await type(client_secret, "4242424242424242", current)).toEqual({ status: "succeeded" });
});

test("a card that is not a test card is declined", async () => {
  const { client_secret } = await begin();
  const { status, error } = await type(client_secret, "4111111111111111");
  expect([status, error.code]).toEqual(["requires_payment_method", "card_declined"]);
  expect(error.message).toMatch(/^Your card was declined\. Your request was in test mode/);
});

test.each(["4000002500003155", "4000002760003184"])(
  "%s: the bank asks for confirmation, which can be given or denied",
  async (number) => {
    const { id, client_secret } = await begin();
    const authenticate = async (approve: boolean) =>
      (await send("authenticate", { clientSecret: client_secret, approve })).json();
    expect(await type(client_secret, number)).toEqual({
      status: "requires_action",
      action: { token: expect.stringMatching(/^payatt_/) },
    });
    expect((await sdk.paymentIntents.retrieve(id)).next_action?.type).toBe("use_stripe_sdk");
    const error = {
      code: "payment_intent_authentication_failure",
      message:
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
    };
    expect(await authenticate(false)).toEqual({ status: "requires_payment_method", error });
    const { last_payment_error, latest_charge } = await sdk.paymentIntents.retrieve(id);
    expect([last_payment_error?.code, latest_charge]).toEqual(["payment_intent_authentication_failure", null]);
    // An answer that comes twice, or too late, changes nothing.
    expect(await authenticate(true)).toMatchObject({
      status: "requires_payment_method",
      error: { code: "payment_intent_unexpected_state" },
    });
    await type(client_secret, number);
    expect(await authenticate(true)).toEqual({ status: "succeeded" });
  },
);

test("the bank confirms, but the card doesn't have enough money", async () => {
  const { client_secret } = await begin();
  expect((await type(client_secret, "4000008260003178")).status).toBe("requires_action");
  const answer = await send("authenticate", { clientSecret: client_secret, approve: true });
  expect(answer.json().error).toEqual({ code: "card_declined", message: "Your card has insufficient funds." });
});

test.each([
  ["4000000000007775", "succeeded", null],
  ["4000000000005555", "requires_payment_method", "card_declined"],
])("%s is processing first, then: %s", async (number, status, code) => {
  const { id, client_secret } = await begin();
  expect(await type(client_secret, number)).toEqual({ status: "processing" });
  await expect(sdk.paymentIntents.cancel(id)).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
  expect((await type(client_secret, "4242424242424242")).error.code).toBe("payment_intent_unexpected_state");
  await expect.poll(async () => (await sdk.paymentIntents.retrieve(id)).status).toBe(status);
  expect((await sdk.paymentIntents.retrieve(id)).last_payment_error?.code ?? null).toBe(code);
});

test("requests without the client secret are rejected, and missing values are named", async () => {
  const { id, client_secret } = await begin();
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };
  for (const clientSecret of [id, `${id}_secret_wrong`, `${client_secret}_secret_`, "x"]) {
    expect((await send("confirm", { ...card, clientSecret })).statusCode).toBe(404);
    expect((await send("authenticate", { approve: true, clientSecret })).statusCode).toBe(404);
  }
  const bad = await send("confirm", { clientSecret: client_secret, number: "", expMonth: "x", expYear: 2040, cvc: 1 });
  expect([bad.statusCode, bad.headers["content-type"]]).toEqual([422, expect.stringContaining("problem+json")]);
  expect(bad.json().errors).toEqual([
    { field: "number", message: "Enter the card number" },
    { field: "expMonth", message: "Enter the month that the card expires in" },
    { field: "cvc", message: "Enter the security code" },
  ]);
  expect((await send("confirm", [])).json().errors).toEqual([
    { field: "body", message: "The body must be a JSON object" },
  ]);
  expect((await send("authenticate", { clientSecret: client_secret })).json().errors[0].field).toBe("approve");
  expect((await send("confirm", { ...card, pad: "x".repeat(5000) })).statusCode).toBe(413);
  sandbox.faults.isDown = true;
  expect((await send("confirm", { ...card, clientSecret: client_secret })).statusCode).toBe(503);
});

test("only the brand and last four digits of a card are stored", async () => {
  const numbers = ["4242424242424242", "4000000000009995", "4000002760003184", "4000000000007775", "4111111111111111"];
  for (const number of numbers) await type((await begin()).client_secret, number, { cvc: "987" });
  const kept = readFileSync(join(dataDir, "sandbox-stripe.jsonl"), "utf8");
  // The typed expiry isn't stored either. Compared as a boolean, so that a failure does not print the file.
  for (const secret of [...numbers, '"987"', ":2040"]) expect([secret, kept.includes(secret)]).toEqual([secret, false]);
  expect(kept.includes('"last4":"9995"')).toBe(true);
});

test("servers can't send card numbers", async () => {
  const { id } = await begin();
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2040, cvc: "123" };
  const sent = sdk.paymentIntents.confirm(id, { payment_method_data: { type: "card", card } } as object);
  await expect(sent).rejects.toMatchObject({ statusCode: 402 });
});
