import * as payments from "@survey-app/contract/payments/payments.ts";
import * as users from "@survey-app/contract/users/users.ts";
import Stripe from "stripe";
import { expect } from "vitest";
import { sandboxStripeProvider } from "../payments/stripe.ts";
import { startFaultyStripe } from "./faultyStripe.ts";
import { startMailedApp } from "./mailedApp.ts";
import { createUsersOfEveryRole, type Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** A card with which every payment succeeds. */
const CARD = "4242424242424242";

export type PaymentApp = Awaited<ReturnType<typeof startPaymentApp>>;

/**
 * Starts an app with a mail server and a Stripe of its own.
 * @param options of the latter
 * @param settings,parts as of `testApp`
 */
export async function startPaymentApp(
  options: Partial<Parameters<typeof startFaultyStripe>[0]> = {},
  settings: Parameters<typeof startMailedApp>[0] = {},
  parts: Parameters<typeof startMailedApp>[1] = {},
) {
  const stripe = await startFaultyStripe({ dataDir: null, webhookUrl: null, ...options });
  const { host, port } = stripe;
  const t = await startMailedApp(settings, { stripe, ...parts });
  return {
    ...t,
    stripe,
    provider: sandboxStripeProvider(stripe),
    sdk: new Stripe(stripe.secretKey, { host, port, protocol: "http", telemetry: false, maxNetworkRetries: 0 }),
    people: await createUsersOfEveryRole(t.database, t.tokens),
    async close() {
      await t.close();
      await stripe.close();
    },
  };
}

/** The id of a payment at Stripe. */
export const idOf = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? "";

/** Pays, and reads what was paid. @param given the app, and who pays by default */
export function paymentRequests(given: () => { t: TestApp; payer: Person }) {
  const begin = async (as = given().payer) =>
    (await given().t.request(payments.createPaymentIntent, { as, body: { price: 12 } })).clientSecret;
  const confirm = (clientSecret: string, number = CARD) =>
    given().t.app.inject({
      method: "POST",
      url: "/sandbox/stripe/confirm",
      payload: { clientSecret, number, expMonth: 12, expYear: new Date().getFullYear() + 2, cvc: "123" },
    });
  /** Tells the app that the payment was confirmed. */
  const report = (clientSecret: string, as = given().payer) => {
    const body = { transactionId: idOf(clientSecret), price: 12, email: as.email };
    return given().t.send(payments.confirmPayment, { as, body });
  };
  return {
    begin,
    confirm,
    report,
    own: (as = given().payer) => given().t.request(payments.listMyPayments, { as, params: { email: as.email } }),
    latest: (as = given().payer) => given().t.request(payments.getMyLatestPayment, { as }),
    userOf: (as = given().payer) => given().t.request(users.getUser, { as, params: { email: as.email } }),
    async buy(as = given().payer): Promise<string> {
      const secret = await begin(as);
      await confirm(secret);
      expect((await report(secret, as)).statusCode).toBe(200);
      return secret;
    },
  };
}
