import type Stripe from "stripe";
import { cardError, type Decline, isUnrefundable, lookAtCard, type TypedCard } from "./stripeCards.ts";
import { impossible, noSuch, StripeApiError } from "./stripeErrors.ts";
import { makeCharge, makeDispute, makeIntent, makePaymentMethod, type NewIntent, newId } from "./stripeObjects.ts";
import { type Emit, failRefund, type RequestedRefund, refund } from "./stripeRefunds.ts";
import type { Attempt, StripeStore } from "./stripeStore.ts";

interface Tools {
  store: StripeStore;
  emit: Emit;
  now: () => number;
  /** How long slow payments stay `processing`. */
  processingMs: number;
}

interface Paid {
  id: string;
  cents: number;
  metadata: Record<string, string>;
  /** Seconds since 1970. */
  created: number;
}

const CONFIRMABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];
const CANCELABLE = ["requires_payment_method", "requires_capture", "requires_confirmation", "requires_action"];

/** The API's message for a failed authentication at the bank; browsers get another one. */
const NOT_AUTHENTICATED =
  "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.";

/** The lifecycle of a payment: created, confirmed with a card, authenticated, processing, succeeded or canceled. */
export class StripePayments {
  readonly #tools: Tools;
  #timer: NodeJS.Timeout | undefined;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#arm();
  }

  create(given: NewIntent): Stripe.PaymentIntent {
    const intent = makeIntent(given, this.#seconds());
    this.#change(intent, "payment_intent.created");
    return intent;
  }

  /** Stores a payment as succeeded, without an event, unless it is known. */
  addPaid({ id, cents, metadata, created }: Paid): void {
    const { store } = this.#tools;
    if (store.intents.get(id)) return;
    const given = {
      amount: cents,
      currency: "usd",
      metadata,
      description: null,
      receiptEmail: null,
      isAutomatic: true,
    };
    const intent = { ...makeIntent(given, created), id };
    const card = { brand: "visa", last4: "4242" };
    const method = makePaymentMethod(card, created);
    const charge = makeCharge({ intent, card, paymentMethodId: method.id, failure: null }, created);
    const paid = { status: "succeeded", amount_received: cents, payment_method: method.id, latest_charge: charge.id };
    store.charges.put(charge);
    store.intents.put(Object.assign(intent, paid));
  }

  /** @param param the field that named it; an unknown id in the path is a 404, in a field a 400 */
  find(id: string, param = "intent"): Stripe.PaymentIntent {
    this.settleDue();
    const intent = this.#tools.store.intents.get(id);
    if (!intent) throw noSuch("payment_intent", id, param, param === "intent" ? 404 : 400);
    return intent;
  }

  /** The payment whose secret a browser has. */
  findBySecret(secret: string): Stripe.PaymentIntent | undefined {
    this.settleDue();
    const intent = this.#tools.store.intents.get(secret.split("_secret_")[0] ?? "");
    return intent?.client_secret === secret ? intent : undefined;
  }

  /** @throws the error of an invalid or declined card */
  confirm(intent: Stripe.PaymentIntent, typed: TypedCard): void {
    const { store, now, processingMs } = this.#tools;
    requireConfirmable(intent);
    const { seen: card, behavior } = lookAtCard(typed, now());
    const method = makePaymentMethod(card, this.#seconds());
    const settlesAt = behavior.takesTime ? now() + processingMs : null;
    const attempt: Attempt = { id: intent.id, card, behavior, paymentMethodId: method.id, settlesAt };
    Object.assign(intent, { payment_method: method.id, last_payment_error: null, next_action: null });
    if (behavior.asks) {
      store.attempts.put(attempt);
      const type = "three_d_secure_redirect";
      intent.next_action = { type: "use_stripe_sdk", use_stripe_sdk: { type, source: newId("payatt") } };
      intent.status = "requires_action";
      return void this.#change(intent, "payment_intent.requires_action");
    }
    if (behavior.takesTime) {
      store.attempts.put(attempt);
      intent.status = "processing";
      this.#change(intent, "payment_intent.processing");
      return void this.#arm();
    }
    this.#conclude(intent, attempt);
  }

  refund(requested: RequestedRefund): Stripe.Refund {
    const made = refund(this.#tools, requested);
    this.#arm();
    return made;
  }

  /** The cardholder has responded to the bank's authentication. */
  authenticate(intent: Stripe.PaymentIntent, isApproved: boolean): void {
    const attempt = this.#tools.store.attempts.get(intent.id);
    if (intent.status !== "requires_action" || !attempt || attempt.isOver) {
      throw unexpectedState(intent, "authenticate", ["requires_action"]);
    }
    if (isApproved) return void this.#conclude(intent, attempt);
    const fields = { code: "payment_intent_authentication_failure" };
    const failure = new StripeApiError(402, "invalid_request_error", NOT_AUTHENTICATED, fields);
    this.#fail(intent, attempt, failure);
  }

  cancel(intent: Stripe.PaymentIntent, reason: Stripe.PaymentIntent.CancellationReason | null): void {
    if (!CANCELABLE.includes(intent.status)) throw unexpectedState(intent, "cancel", CANCELABLE);
    this.#forgetAttempt(intent.id);
    Object.assign(intent, { status: "canceled", next_action: null });
    intent.canceled_at = this.#seconds();
    intent.cancellation_reason = reason;
    this.#change(intent, "payment_intent.canceled");
  }

  /** Completes the payments in process, and lets the refunds fail, whose time has come. */
  settleDue(): void {
    const { store, now } = this.#tools;
    for (const { id, failsAt } of this.#failing()) {
      if (failsAt <= now()) failRefund(this.#tools, id);
    }
    for (const attempt of this.#underWay()) {
      const intent = store.intents.get(attempt.id);
      if (!intent || attempt.settlesAt > now()) continue;
      try {
        this.#conclude(intent, attempt);
      } catch (error) {
        // Declined after a delay: only the event reports it.
        if (!(error instanceof StripeApiError)) throw error;
      }
    }
    store.commit();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #conclude(intent: Stripe.PaymentIntent, attempt: Attempt): void {
    const { store, emit } = this.#tools;
    const { behavior, card, paymentMethodId } = attempt;
    if (behavior.decline) this.#decline(intent, attempt, behavior.decline);
    this.#forgetAttempt(intent.id);
    const charge = makeCharge({ intent, card, paymentMethodId, failure: null }, this.#seconds());
    store.charges.put(charge);
    Object.assign(intent, { status: "succeeded", next_action: null, processing: null, latest_charge: charge.id });
    intent.amount_received = intent.amount;
    this.#change(intent, "payment_intent.succeeded");
    if (!behavior.dispute) return;
    charge.disputed = true;
    store.charges.put(charge);
    const about = { reason: behavior.dispute, isInquiry: behavior.inquires === true };
    const dispute = makeDispute(charge, about, this.#seconds());
    store.disputes.put(dispute);
    emit("charge.dispute.created", dispute);
  }

  #decline(intent: Stripe.PaymentIntent, attempt: Attempt, decline: Decline): never {
    const { card, paymentMethodId } = attempt;
    const charge = makeCharge({ intent, card, paymentMethodId, failure: decline }, this.#seconds());
    this.#tools.store.charges.put(charge);
    intent.latest_charge = charge.id;
    const failure = cardError(decline.code, decline.message);
    failure.fields.decline_code = decline.declineCode;
    failure.fields.charge = charge.id;
    return this.#fail(intent, attempt, failure);
  }

  /** The payment needs another card. */
  #fail(intent: Stripe.PaymentIntent, attempt: Attempt, failure: StripeApiError): never {
    this.#forgetAttempt(intent.id);
    const payment_method = { ...makePaymentMethod(attempt.card, this.#seconds()), id: attempt.paymentMethodId };
    failure.fields.payment_method = payment_method;
    Object.assign(intent, { status: "requires_payment_method", next_action: null, processing: null });
    intent.payment_method = null;
    intent.last_payment_error = structuredClone(failure.body.error) as Stripe.PaymentIntent.LastPaymentError;
    this.#change(intent, "payment_intent.payment_failed");
    failure.fields.payment_intent = structuredClone(intent);
    throw failure;
  }

  #change(intent: Stripe.PaymentIntent, event: string): void {
    this.#tools.store.intents.put(intent);
    this.#tools.emit(event, intent);
  }

  #forgetAttempt(id: string): void {
    const { attempts } = this.#tools.store;
    const attempt = attempts.get(id);
    if (attempt) attempts.put({ ...attempt, isOver: true });
  }

  #underWay(): (Attempt & { settlesAt: number })[] {
    return this.#tools.store.attempts
      .all()
      .flatMap((attempt) =>
        attempt.settlesAt === null || attempt.isOver ? [] : [{ ...attempt, settlesAt: attempt.settlesAt }],
      );
  }

  /** The refunds that will fail: they succeed first. */
  #failing(): { id: string; failsAt: number }[] {
    const { store, processingMs } = this.#tools;
    return store.refunds.all().flatMap(({ id, status, charge, created }) => {
      const card = store.charges.get(String(charge))?.payment_method_details?.card;
      if (status !== "succeeded" || !card || !isUnrefundable(card)) return [];
      return [{ id, failsAt: created * 1000 + processingMs }];
    });
  }

  /** Sets the timer for the next slow payment or failing refund. */
  #arm(): void {
    clearTimeout(this.#timer);
    const due = [
      ...this.#underWay().map(({ settlesAt }) => settlesAt),
      ...this.#failing().map(({ failsAt }) => failsAt),
    ];
    if (due.length === 0) return;
    const wait = Math.max(Math.min(...due) - this.#tools.now(), 10);
    this.#timer = setTimeout(() => {
      this.settleDue();
      this.#arm();
    }, wait).unref();
  }

  #seconds(): number {
    return Math.floor(this.#tools.now() / 1000);
  }
}

function requireConfirmable(intent: Stripe.PaymentIntent): void {
  if (CONFIRMABLE.includes(intent.status)) return;
  if (intent.status !== "succeeded") throw unexpectedState(intent, "confirm", CONFIRMABLE);
  throw impossible(
    "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
    { code: "payment_intent_unexpected_state", payment_intent: structuredClone(intent) },
  );
}

const done = { confirm: "confirmed", cancel: "canceled", authenticate: "authenticated" };

function unexpectedState(intent: Stripe.PaymentIntent, what: keyof typeof done, statuses: string[]): StripeApiError {
  return impossible(
    `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${done[what]}: ${statuses.join(", ")}.`,
    { code: "payment_intent_unexpected_state", payment_intent: structuredClone(intent) },
  );
}
