import { PRODUCT } from "@survey-app/contract/sharing/siteLook.ts";
import { PRO_PRICE } from "@survey-app/contract/text/limits.ts";
import type Stripe from "stripe";
import type { Config } from "../config/config.ts";
import { apiError } from "../http/apiError.ts";
import type { PaymentIntent, PaymentProvider, ProviderPaymentState } from "./provider.ts";

/** The longest time for a request to the provider, in milliseconds: users wait for it. */
const TIMEOUT_MS = 8000;

/** Creates a client for Stripe, or for a server with the same API. */
export function stripeProvider(
  {
    site = PRODUCT,
    ...keys
  }: Pick<NonNullable<Config["stripe"]>, "secret" | "webhook"> & { /** The name on the dashboard. */ site?: string },
  server?: { host: string; port: number; protocol: "http" },
): PaymentProvider {
  let opened: Promise<Stripe> | undefined;
  /** On the first payment: the library has 200 files. */
  const open = () => {
    opened ??= import("stripe").then(
      ({ Stripe }) =>
        new Stripe(keys.secret, {
          timeout: TIMEOUT_MS,
          maxNetworkRetries: 2,
          telemetry: false,
          appInfo: { name: "Survey App" },
          ...server,
        }),
    );
    return opened;
  };
  return {
    async create(userId, key) {
      const stripe = await open();
      const creating = stripe.paymentIntents.create(
        {
          amount: PRO_PRICE * 100,
          currency: "usd",
          // Only cards and wallets: methods that redirect to a bank are excluded.
          automatic_payment_methods: { enabled: true, allow_redirects: "never" },
          description: `${site} PRO membership, one year`,
          metadata: { userId },
        },
        { idempotencyKey: key },
      );
      return toIntent(await creating.catch(rethrow));
    },
    async find(id) {
      const stripe = await open();
      try {
        const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
        const charge = chargeOf(intent);
        const of = { payment_intent: id, limit: 100 };
        return toIntent(intent, {
          // Stripe doesn't promise that a charge stops being `refunded` when the refund fails, so the refunds decide.
          refunds: charge?.refunded ? (await stripe.refunds.list(of)).data : [],
          // A charge stays `disputed` after the dispute is closed, so the disputes decide.
          disputes: charge?.disputed ? (await stripe.disputes.list(of)).data : [],
        });
      } catch (error) {
        if (isRejection(error, "resource_missing")) return null;
        return rethrow(error);
      }
    },
    async cancel(id) {
      const stripe = await open();
      try {
        await stripe.paymentIntents.cancel(id);
      } catch (error) {
        // Another instance has canceled it, or it was just paid: the caller reads its state again in any case.
        if (!isRejection(error, "payment_intent_unexpected_state")) rethrow(error);
      }
    },
    async refund(id, key) {
      const stripe = await open();
      try {
        await stripe.refunds.create({ payment_intent: id }, { idempotencyKey: key });
      } catch (error) {
        if (!isRejection(error, "charge_already_refunded")) rethrow(error);
      }
    },
    async readWebhook(body, signature) {
      const stripe = await open();
      const { data } = stripe.webhooks.constructEvent(body, signature, keys.webhook);
      const about = data.object as { object?: string; id?: string; payment_intent?: unknown };
      if (about.object === "payment_intent") return about.id ?? null;
      return typeof about.payment_intent === "string" ? about.payment_intent : null;
    },
  };
}

/** A local stand-in with Stripe's API. */
interface StandIn {
  host: string;
  port: number;
  secretKey: string;
  webhookSecret: string;
}

export function sandboxStripeProvider({ host, port, secretKey, webhookSecret }: StandIn): PaymentProvider {
  return stripeProvider({ secret: secretKey, webhook: webhookSecret }, { host, port, protocol: "http" });
}

/** An error of the library; its classes have these names. */
const isStripeError = (error: unknown, ...types: string[]): error is Stripe.errors.StripeError =>
  error instanceof Error && "type" in error && types.includes(String(error.type));

const isRejection = (error: unknown, code: string) =>
  isStripeError(error, "StripeInvalidRequestError") && error.code === code;

/** @throws {ApiError} `providerDown` if Stripe is unreachable; other errors are bugs */
function rethrow(error: unknown): never {
  if (isStripeError(error, "StripeConnectionError", "StripeAPIError", "StripeRateLimitError"))
    throw apiError("providerDown", { retryAfter: 5 });
  // Not an error of the user's request: the provider rejected ours.
  throw new Error("The payment provider rejected the request", { cause: error });
}

/** The refunds and disputes of a payment's charge. */
interface Aftermath {
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
}

function toIntent(intent: Stripe.PaymentIntent, after: Aftermath = { refunds: [], disputes: [] }): PaymentIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? "",
    state: providerStateOf(intent, after),
    cents: intent.amount,
    currency: intent.currency,
    userId: intent.metadata.userId ?? "",
  };
}

/** The dispute statuses in which we have the money. An inquiry (`warning`) doesn't withdraw it until it escalates. */
const OURS = ["won", "warning_needs_response", "warning_under_review", "warning_closed", "prevented"];
/** The refund statuses in which the money came back to us. */
const RETURNED = ["failed", "canceled"];

function providerStateOf(intent: Stripe.PaymentIntent, { refunds, disputes }: Aftermath): ProviderPaymentState {
  const { status } = intent;
  if (status === "canceled") return "canceled";
  if (status === "processing") return "processing";
  if (status !== "succeeded") return "open";
  const charge = chargeOf(intent);
  const given = refunds.filter(({ status }) => !RETURNED.includes(status ?? ""));
  const refunded = given.reduce((sum, { amount }) => sum + amount, 0);
  if (charge?.refunded && refunded >= charge.amount) return "refunded";
  if (!charge?.disputed) return "paid";
  return disputes.length > 0 && disputes.every((each) => OURS.includes(each.status)) ? "won" : "disputed";
}

const chargeOf = ({ latest_charge }: Stripe.PaymentIntent) =>
  typeof latest_charge === "object" ? latest_charge : null;
