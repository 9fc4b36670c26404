import { PRO_PRICE } from "@survey-app/contract/payments.ts";
import Stripe from "stripe";
import type { Config } from "../config.ts";
import { apiError } from "../http/apiError.ts";
import type { Intent, PaymentProvider, ProviderPaymentState } from "./provider.ts";

/** The longest time for a request to the provider, in milliseconds: users wait for it. */
const TIMEOUT_MS = 8000;

interface Endpoint {
  host: string;
  port: number;
  protocol: "http" | "https";
}

/** Creates a client for Stripe, or for a server with the same API at `endpoint`. */
export function stripeProvider(keys: NonNullable<Config["stripe"]>, endpoint?: Endpoint): PaymentProvider {
  const stripe = new Stripe(keys.secret, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: "Survey App" },
    ...endpoint,
  });
  return {
    create: (userId, key) =>
      callStripe(async () =>
        toIntent(
          await stripe.paymentIntents.create(
            {
              amount: PRO_PRICE * 100,
              currency: "usd",
              // No methods that redirect to a bank: only cards and wallets.
              automatic_payment_methods: { enabled: true, allow_redirects: "never" },
              description: "Survey App PRO membership, one year",
              metadata: { userId },
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    find: (id) =>
      callStripe(async () => {
        try {
          const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
          // A charge stays `disputed` after the dispute is closed, so the disputes decide.
          if (!chargeOf(intent)?.disputed) return toIntent(intent);
          const { data } = await stripe.disputes.list({ payment_intent: id, limit: 100 });
          return toIntent(intent, data);
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
            return null;
          throw error;
        }
      }),
    cancel: (id) =>
      callStripe(async () => {
        try {
          await stripe.paymentIntents.cancel(id);
        } catch (error) {
          // Another instance has canceled it, or it was just paid: the caller reads its state again in any case.
          const isOver =
            error instanceof Stripe.errors.StripeInvalidRequestError &&
            error.code === "payment_intent_unexpected_state";
          if (!isOver) throw error;
        }
      }),
    refund: (id, key) =>
      callStripe(async () => {
        try {
          await stripe.refunds.create({ payment_intent: id }, { idempotencyKey: key });
        } catch (error) {
          const isDone =
            error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "charge_already_refunded";
          if (!isDone) throw error;
        }
      }),
    readWebhook(body, signature) {
      const { data } = stripe.webhooks.constructEvent(body, signature, keys.webhook);
      const about = data.object as { object?: string; id?: string; payment_intent?: unknown };
      if (about.object === "payment_intent") return about.id ?? null;
      return typeof about.payment_intent === "string" ? about.payment_intent : null;
    },
  };
}

/** A local stand-in with Stripe's API, and its keys. */
interface SandboxStripe {
  host: string;
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** Creates a client for a local stand-in of Stripe. */
export function sandboxStripeProvider({
  host,
  port,
  secretKey,
  publishableKey,
  webhookSecret,
}: SandboxStripe): PaymentProvider {
  const keys = { secret: secretKey, publishable: publishableKey, webhook: webhookSecret };
  return stripeProvider(keys, { host, port, protocol: "http" });
}

async function callStripe<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const isDown =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError;
    if (isDown) throw apiError("providerDown", { retryAfter: 5 });
    // Not an error of the user's request: the provider rejected ours.
    throw new Error("The payment provider rejected the request", { cause: error });
  }
}

function toIntent(intent: Stripe.PaymentIntent, disputes: Stripe.Dispute[] = []): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? "",
    state: providerStateOf(intent, disputes),
    cents: intent.amount,
    currency: intent.currency,
    userId: intent.metadata.userId ?? "",
  };
}

/** The dispute statuses in which we keep the money. A mere inquiry (`warning`) withdraws none. */
const OURS = ["won", "warning_closed", "prevented"];

function providerStateOf(intent: Stripe.PaymentIntent, disputes: Stripe.Dispute[]): ProviderPaymentState {
  const { status } = intent;
  if (status === "canceled") return "canceled";
  if (status === "processing") return "processing";
  if (status !== "succeeded") return "open";
  const charge = chargeOf(intent);
  if (charge?.refunded) return "refunded";
  if (!charge?.disputed) return "paid";
  return disputes.length > 0 && disputes.every((each) => OURS.includes(each.status)) ? "won" : "disputed";
}

const chargeOf = ({ latest_charge }: Stripe.PaymentIntent) =>
  typeof latest_charge === "object" ? latest_charge : null;
