import { PRO_PRICE } from "@survey-app/contract/payments.ts";
import Stripe from "stripe";
import type { StripeKeys } from "../config.ts";
import { apiError } from "../http/apiError.ts";

/** How long the provider may take, in milliseconds: people wait for it. */
const TIMEOUT_MS = 8000;

/**
 * What the provider says of a payment now.
 * - `open`: no money has moved, and it can still be paid.
 * - `processing`: the bank is still working on it.
 * - `paid`, `canceled`: so it stays, but that what was paid can be given back.
 * - `refunded`: we gave all of it back.
 * - `disputed`: the bank took it back.
 * - `won`: it did, and had to give it to us again.
 */
export type ProviderPaymentState = "open" | "processing" | "paid" | "disputed" | "won" | "refunded" | "canceled";

/** A payment as the provider knows it. */
export interface Intent {
  id: string;
  clientSecret: string;
  truth: ProviderPaymentState;
  cents: number;
  /** Lower case, "usd". */
  currency: string;
  /** Whom we began it for; "" when it was not begun by us. */
  userId: string;
}

/** Whether we have the money, as far as the provider knows. */
export function isPaid({ truth }: Intent): boolean {
  return truth === "paid" || truth === "won";
}

/** Who charges cards. Refuses `providerDown` when it can't be reached. */
export interface PaymentProvider {
  /** Begins to charge for a year of membership; the same key twice is the same payment. */
  begin(userId: string, key: string): Promise<Intent>;
  /** Null for a payment that the provider does not know. */
  find(id: string): Promise<Intent | null>;
  cancel(id: string): Promise<void>;
  /** Gives all of it back; the same key twice gives it back once. */
  refund(id: string, key: string): Promise<void>;
  /** The payment that a signed message is about; null where it is about none. Throws for what is not signed by it. */
  readWebhook(body: Buffer, signature: string): string | null;
}

interface Place {
  host: string;
  port: number;
  protocol: "http" | "https";
}

/** Stripe, or at another `place` what speaks like it. */
export function stripeProvider(keys: StripeKeys, place?: Place): PaymentProvider {
  const stripe = new Stripe(keys.secret, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: "Survey App" },
    ...place,
  });
  return {
    begin: (userId, key) =>
      asking(async () =>
        toIntent(
          await stripe.paymentIntents.create(
            {
              amount: PRO_PRICE * 100,
              currency: "usd",
              // Nothing that leads away to a bank and back: cards, and what pays like one.
              automatic_payment_methods: { enabled: true, allow_redirects: "never" },
              description: "Survey App PRO membership, one year",
              metadata: { userId },
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    find: (id) =>
      asking(async () => {
        try {
          const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
          // Once disputed a charge stays so, also when the dispute is over.
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
      asking(async () => {
        try {
          await stripe.paymentIntents.cancel(id);
        } catch (error) {
          // Another instance has cancelled it, or it was paid this moment: it is asked about again anyway.
          const isOver =
            error instanceof Stripe.errors.StripeInvalidRequestError &&
            error.code === "payment_intent_unexpected_state";
          if (!isOver) throw error;
        }
      }),
    refund: (id, key) =>
      asking(async () => {
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

/** What speaks like Stripe on this machine, as it introduces itself. */
interface StandIn {
  host: string;
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** The provider that a stand-in for Stripe is. */
export function sandboxStripeProvider({
  host,
  port,
  secretKey,
  publishableKey,
  webhookSecret,
}: StandIn): PaymentProvider {
  const keys = { secret: secretKey, publishable: publishableKey, webhook: webhookSecret };
  return stripeProvider(keys, { host, port, protocol: "http" });
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isDown =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError;
    if (isDown) throw apiError("providerDown", { retryAfter: 5 });
    // Its status is about what we asked, not about what we were asked.
    throw new Error("The payment provider refused us", { cause: error });
  }
}

function toIntent(intent: Stripe.PaymentIntent, disputes: Stripe.Dispute[] = []): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? "",
    truth: truthOf(intent, disputes),
    cents: intent.amount,
    currency: intent.currency,
    userId: intent.metadata.userId ?? "",
  };
}

/** How a dispute ends that leaves us the money: those that only asked (`warning`) took none. */
const OURS = ["won", "warning_closed", "prevented"];

function truthOf(intent: Stripe.PaymentIntent, disputes: Stripe.Dispute[]): ProviderPaymentState {
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
