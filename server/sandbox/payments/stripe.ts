import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { apiError, orNotFound } from "../../http/apiError.ts";
import type { TypedCard } from "./stripeCards.ts";
import { StripeApiError } from "./stripeErrors.ts";
import { StripePayments } from "./stripePayments.ts";
import { makeStripeServer } from "./stripeServer.ts";
import { StripeStore } from "./stripeStore.ts";
import { Webhooks } from "./stripeWebhooks.ts";

/**
 * A stand-in for Stripe where it is not configured: the API for the SDK, webhooks, and the documentation's test cards.
 */
export interface SandboxStripe {
  /** For the SDK: `new Stripe(secretKey, { host, port, protocol: "http" })`. */
  host: string;
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The requests of browsers about a card; they return undefined for an unknown client secret. */
  cards: {
    confirm(clientSecret: string, card: TypedCard): Promise<CardAnswer | undefined>;
    authenticate(clientSecret: string, isApproved: boolean): Promise<CardAnswer | undefined>;
  };
  /** Adds the demo's payment, which was paid before the stand-in existed. Does nothing if it already has it. */
  addPaid(payment: PaidBefore): void;
  setWebhookUrl(url: string | null): void;
  close(): Promise<void>;
}

interface PaidBefore {
  /** The payment intent's. */
  id: string;
  userId: string;
  cents: number;
  /** Milliseconds since 1970. */
  paidAt: number;
}

interface CardAnswer {
  /** The payment's, as Stripe calls it. */
  status: string;
  /** Why it has not gone through, in Stripe's words, and the field that is wrong, if one is. */
  error?: { code: string; message: string; field?: string };
  /** There while the bank asks; `authenticate` answers it. */
  action?: { token: string };
}

export interface SandboxOptions {
  /** The folder for its state; null keeps it in memory. */
  dataDir: string | null;
  /** The URL for webhooks; null sends none until `setWebhookUrl`. */
  webhookUrl: string | null;
  now?: () => number;
  /** The delay before a webhook is sent a second time; it doubles with each attempt. */
  webhookRetryMs?: number;
  webhookTries?: number;
  /** How long slow payments stay `processing`. */
  processingMs?: number;
}

const HOST = "127.0.0.1";

export async function startSandboxStripe(options: SandboxOptions): Promise<SandboxStripe> {
  const { now = Date.now, webhookRetryMs = 500, webhookTries = 10, processingMs = 3000 } = options;
  const store = new StripeStore(options.dataDir, now());
  // New keys at each start, so that stored ones can't be confused with real ones.
  const [secretKey, publishableKey, webhookSecret] = ["sk_test_sandbox_", "pk_test_sandbox_", "whsec_sandbox_"].map(
    (prefix) => prefix + randomBytes(18).toString("hex"),
  ) as [string, string, string];
  const webhooks = new Webhooks({
    store,
    now,
    secret: webhookSecret,
    url: options.webhookUrl,
    retryMs: webhookRetryMs,
    tries: webhookTries,
  });
  let key: string | null = null;
  const emit = (type: string, object: { id: string; object: string }) => webhooks.emit(type, object, key);
  const payments = new StripePayments({ store, emit, now, processingMs });
  const onKey = (current: string | null) => {
    key = current;
  };
  const server = makeStripeServer({ api: { store, payments, emit, now }, secretKey, onKey });
  server.listen(0, HOST);
  await once(server, "listening");
  return {
    host: HOST,
    port: (server.address() as AddressInfo).port,
    secretKey,
    publishableKey,
    webhookSecret,
    cards: cardsOf(payments, store),
    addPaid: ({ id, userId, cents, paidAt }) => {
      payments.addPaid({ id, cents, metadata: { userId }, created: Math.floor(paidAt / 1000) });
      store.commit();
    },
    setWebhookUrl: (url) => webhooks.setUrl(url),
    async close() {
      payments.close();
      server.close();
      server.closeAllConnections();
      await webhooks.close();
    },
  };
}

const NO_ANSWER_AT_BANK =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

function cardsOf(payments: StripePayments, store: StripeStore): SandboxStripe["cards"] {
  type Intent = NonNullable<ReturnType<StripePayments["findBySecret"]>>;
  const answer = async (clientSecret: string, act: (intent: Intent) => void): Promise<CardAnswer | undefined> => {
    const intent = payments.findBySecret(clientSecret);
    if (!intent) return undefined;
    let error: CardAnswer["error"];
    try {
      act(intent);
    } catch (thrown) {
      error = errorFor(thrown);
    }
    store.commit();
    const token = intent.next_action?.use_stripe_sdk?.source;
    const action = typeof token === "string" ? { token } : undefined;
    const { status } = intent;
    return { status, ...(error && { error }), ...(action && { action }) };
  };
  return {
    confirm: (clientSecret, card) => answer(clientSecret, (intent) => payments.confirm(intent, card)),
    authenticate: (clientSecret, isApproved) =>
      answer(clientSecret, (intent) => payments.authenticate(intent, isApproved)),
  };
}

/** The fields of the card form, by Stripe's names for them. */
const fieldsOfForm: Record<string, string> = {
  number: "number",
  exp_month: "expMonth",
  exp_year: "expYear",
  cvc: "cvc",
};

function errorFor(thrown: unknown): NonNullable<CardAnswer["error"]> {
  if (!(thrown instanceof StripeApiError)) throw thrown;
  const { code = "card_declined", param = "" } = thrown.fields;
  const message = code === "payment_intent_authentication_failure" ? NO_ANSWER_AT_BANK : thrown.message;
  const field = fieldsOfForm[param];
  return { code, message, ...(field && { field }) };
}

const secret = z.string("clientSecret is required").check(z.minLength(1, "clientSecret is required"), z.maxLength(200));
const digits = (message: string, max: number) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(max, message));
const wholeNumber = (message: string) => z.int(message).check(z.gte(0, message), z.lte(9999, message));

const confirmation = z.object({
  clientSecret: secret,
  number: digits("Enter the card number", 30),
  expMonth: wholeNumber("Enter the month that the card expires in"),
  expYear: wholeNumber("Enter the year that the card expires in"),
  cvc: digits("Enter the security code", 4),
});
const authentication = z.object({
  clientSecret: secret,
  approve: z.boolean("approve must be true or false"),
});

/** The maximum size of a card form's request. */
const BODY_MAX_BYTES = 4096;

/**
 * Serves, on our origin, the requests that Stripe's script sends to Stripe: a card for a payment, and the result of the
 * bank's authentication. They need the payment's client secret. Only the card's brand and last four digits are stored.
 */
export function serveSandboxCards(app: FastifyInstance, stripe: SandboxStripe): void {
  const route = { bodyLimit: BODY_MAX_BYTES };
  app.post("/sandbox/stripe/confirm", route, async ({ body }, reply) => {
    const { clientSecret, ...card } = read(confirmation, body);
    const answer = orNotFound(await stripe.cards.confirm(clientSecret, card));
    return reply.header("cache-control", "no-store").send(answer);
  });
  app.post("/sandbox/stripe/authenticate", route, async ({ body }, reply) => {
    const { clientSecret, approve } = read(authentication, body);
    const answer = orNotFound(await stripe.cards.authenticate(clientSecret, approve));
    return reply.header("cache-control", "no-store").send(answer);
  });
}

function read<S extends z.ZodMiniType>(schema: S, body: unknown): z.infer<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({
    field: path.join(".") || "body",
    message: path.length > 0 ? message : "The body must be a JSON object",
  }));
  throw apiError("badInput", { errors });
}
