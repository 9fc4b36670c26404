import type Stripe from "stripe";
import { cardNamed } from "./stripeCards.ts";
import { invalid, noSuch, StripeApiError } from "./stripeErrors.ts";
import {
  type Form,
  formIn,
  integerIn,
  metadataIn,
  requireInteger,
  requireKnownFields,
  requireText,
  textIn,
  textsIn,
} from "./stripeForm.ts";
import { expanded, listOf } from "./stripeLists.ts";
import type { StripePayments } from "./stripePayments.ts";
import { closeDispute, type Emit, escalate, findDispute } from "./stripeRefunds.ts";
import type { StripeStore } from "./stripeStore.ts";

export interface Api {
  store: StripeStore;
  payments: StripePayments;
  emit: Emit;
  now: () => number;
}

type Handler = (api: Api, form: Form, id: string) => object;

/** The endpoints of Stripe's API that we use, and those that tests need. `:id` is an object's. */
const calls: Record<string, Handler> = {
  "POST /v1/payment_intents": createIntent,
  "GET /v1/payment_intents": ({ store, payments }, form) => {
    payments.settleDue();
    return listOf(store, store.intents, form, { what: "payment_intent", url: "/v1/payment_intents" });
  },
  "GET /v1/payment_intents/:id": ({ store, payments }, form, id) => {
    requireKnownFields(form, ["expand", "client_secret"]);
    return expanded(store, payments.find(id), textsIn(form, "expand"));
  },
  "POST /v1/payment_intents/:id/confirm": confirmIntent,
  "POST /v1/payment_intents/:id/cancel": cancelIntent,
  "POST /v1/refunds": createRefund,
  "GET /v1/refunds": ({ store, payments }, form) => {
    payments.settleDue();
    const of = textIn(form, "payment_intent");
    const isMeant = (each: Stripe.Refund) => of === undefined || each.payment_intent === of;
    return listOf(store, store.refunds, form, { what: "refund", url: "/v1/refunds", by: "payment_intent", isMeant });
  },
  "GET /v1/refunds/:id": ({ store }, form, id) => found(store.refunds.get(id), "refund", id, store, form),
  "GET /v1/charges/:id": ({ store }, form, id) => found(store.charges.get(id), "charge", id, store, form),
  "GET /v1/events": ({ store }, form) => {
    const type = textIn(form, "type");
    const isMeant = (each: { type: string }) => type === undefined || each.type === type;
    return listOf(store, store.events, form, { what: "event", url: "/v1/events", by: "type", isMeant });
  },
  "GET /v1/events/:id": ({ store }, form, id) => found(store.events.get(id), "event", id, store, form),
  "GET /v1/disputes": ({ store }, form) => {
    const of = textIn(form, "payment_intent");
    const isMeant = (each: Stripe.Dispute) => of === undefined || each.payment_intent === of;
    return listOf(store, store.disputes, form, { what: "dispute", url: "/v1/disputes", by: "payment_intent", isMeant });
  },
  "GET /v1/disputes/:id": ({ store }, form, id) => {
    requireKnownFields(form, ["expand"]);
    return expanded(store, findDispute(store, id), textsIn(form, "expand"));
  },
  "POST /v1/disputes/:id": answerDispute,
  "POST /v1/disputes/:id/close": (api, _form, id) => closeDispute(api, id, "lost"),
};

/** Finds the handler of a request. */
export function handlerOf(method: string, path: string): ((api: Api, form: Form) => object) | undefined {
  const [, version, things, id, action] = path.split("/");
  const route = [version, things, ...(id === undefined ? [] : [":id"]), ...(action === undefined ? [] : [action])];
  const name = `${method} /${route.join("/")}`;
  const handler = path.split("/").length <= 5 && Object.hasOwn(calls, name) ? calls[name] : undefined;
  return handler && ((api, form) => handler(api, form, id ?? ""));
}

const CURRENCIES = ["usd", "eur", "gbp"];
const AMOUNT_MIN = 50;
const AMOUNT_MAX = 99_999_999;

function createIntent({ payments }: Api, form: Form): object {
  requireKnownFields(form, [
    "amount",
    "currency",
    "metadata",
    "description",
    "receipt_email",
    "automatic_payment_methods",
    "payment_method_types",
    "expand",
  ]);
  const amount = requireInteger(form, "amount");
  const currency = requireText(form, "currency").toLowerCase();
  if (!CURRENCIES.includes(currency)) {
    const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${CURRENCIES.join(", ")}`;
    throw invalid(message, { param: "currency" });
  }
  if (amount < 1) throw invalid("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  if (amount < AMOUNT_MIN) {
    throw invalid(`Amount must be at least $0.50 ${currency}`, { code: "amount_too_small", param: "amount" });
  }
  if (amount > AMOUNT_MAX) {
    const message = `Amount must be no more than $999,999.99 ${currency}`;
    throw invalid(message, { code: "amount_too_large", param: "amount" });
  }
  const types = textsIn(form, "payment_method_types");
  const foreign = types.find((type) => type !== "card");
  if (foreign) throw invalid(`The payment method type "${foreign}" is invalid.`, { param: "payment_method_types" });
  return payments.create({
    amount,
    currency,
    metadata: metadataIn(form),
    description: textIn(form, "description") ?? null,
    receiptEmail: textIn(form, "receipt_email") ?? null,
    isAutomatic: types.length === 0 && formIn(form, "automatic_payment_methods")?.enabled !== "false",
  });
}

function confirmIntent({ store, payments, now }: Api, form: Form, id: string): object {
  if (form.payment_method_data) {
    throw new StripeApiError(
      402,
      "card_error",
      "Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.",
    );
  }
  requireKnownFields(form, ["payment_method", "return_url", "receipt_email", "expand"]);
  const intent = payments.find(id);
  const name = textIn(form, "payment_method");
  if (name === undefined) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: "payment_intent_unexpected_state", payment_intent: structuredClone(intent) },
    );
  }
  const card = cardNamed(name, now());
  if (!card) throw noSuch("PaymentMethod", name, "payment_method", 400);
  payments.confirm(intent, card);
  return expanded(store, intent, textsIn(form, "expand"));
}

const CANCELLATION_REASONS = ["duplicate", "fraudulent", "requested_by_customer", "abandoned"];

function cancelIntent({ store, payments }: Api, form: Form, id: string): object {
  requireKnownFields(form, ["cancellation_reason", "expand"]);
  const intent = payments.find(id);
  payments.cancel(intent, oneOf(CANCELLATION_REASONS, form, "cancellation_reason"));
  return expanded(store, intent, textsIn(form, "expand"));
}

const REFUND_REASONS = ["duplicate", "fraudulent", "requested_by_customer"];

function createRefund(api: Api, form: Form): object {
  requireKnownFields(form, ["payment_intent", "charge", "amount", "reason", "metadata", "expand"]);
  const { store, payments } = api;
  const chargeId = textIn(form, "charge");
  const charge = chargeId === undefined ? undefined : store.charges.get(chargeId);
  if (chargeId !== undefined && !charge) throw noSuch("charge", chargeId, "charge", 400);
  const intentId = charge?.payment_intent ?? textIn(form, "payment_intent");
  if (typeof intentId !== "string") {
    throw invalid("One of the following params should be provided for this request: payment_intent or charge.");
  }
  const made = payments.refund({
    intent: payments.find(intentId, "payment_intent"),
    amount: integerIn(form, "amount"),
    reason: oneOf(REFUND_REASONS, form, "reason"),
    metadata: metadataIn(form),
  });
  return expanded(store, made, textsIn(form, "expand"));
}

/** As in Stripe's test mode, the text of the evidence decides. */
function answerDispute(api: Api, form: Form, id: string): object {
  requireKnownFields(form, ["evidence", "submit", "metadata", "expand"]);
  const text = textIn(formIn(form, "evidence") ?? {}, "uncategorized_text");
  if (text === "winning_evidence") return closeDispute(api, id, "won");
  if (text === "losing_evidence") return closeDispute(api, id, "lost");
  if (text === "escalate_inquiry_evidence") return escalate(api, id);
  return findDispute(api.store, id);
}

function oneOf<T extends string>(values: readonly string[], form: Form, name: string): T | null {
  const value = textIn(form, name);
  if (value === undefined) return null;
  if (values.includes(value)) return value as T;
  throw invalid(`Invalid ${name}: must be one of ${values.join(", ")}`, { param: name });
}

function found(object: object | undefined, what: string, id: string, store: StripeStore, form: Form): object {
  requireKnownFields(form, ["expand"]);
  if (!object) throw noSuch(what, id, "id");
  return expanded(store, object, textsIn(form, "expand"));
}
