import type Stripe from "stripe";
import { impossible, invalid, noSuch } from "./stripeErrors.ts";
import { makeRefund } from "./stripeObjects.ts";
import type { StripeStore } from "./stripeStore.ts";

/** Sends the app a webhook with an object's current state. */
export type Emit = (type: string, object: { id: string; object: string }) => void;

interface Tools {
  store: StripeStore;
  emit: Emit;
  now: () => number;
}

export interface RequestedRefund {
  intent: Stripe.PaymentIntent;
  /** Cents; everything that is left without it. */
  amount: number | undefined;
  reason: Stripe.Refund.Reason | null;
  metadata: Record<string, string>;
}

/** Refunds a payment, in full or in part. */
export function refund(
  { store, emit, now }: Tools,
  { intent, amount, reason, metadata }: RequestedRefund,
): Stripe.Refund {
  const charge = typeof intent.latest_charge === "string" ? store.charges.get(intent.latest_charge) : undefined;
  if (!charge?.paid || intent.status !== "succeeded") {
    throw impossible(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: "payment_intent",
    });
  }
  if (charge.refunded) {
    throw impossible(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  const isWithTheBank = store.disputes.all().some((each) => each.charge === charge.id && !each.is_charge_refundable);
  if (isWithTheBank) {
    throw impossible(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: "charge_disputed" });
  }
  const left = charge.amount - charge.amount_refunded;
  const given = amount ?? left;
  if (given < 1) throw invalid("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  if (given > left) {
    const part = charge.amount_refunded > 0 ? "unrefunded amount on charge" : "charge amount";
    throw impossible(`Refund amount (${dollars(given)}) is greater than ${part} (${dollars(left)})`, {
      param: "amount",
    });
  }
  const made = makeRefund({ charge, amount: given, reason, metadata }, Math.floor(now() / 1000));
  store.refunds.put(made);
  charge.amount_refunded += given;
  charge.refunded = charge.amount_refunded === charge.amount;
  store.charges.put(charge);
  emit("charge.refunded", charge);
  return made;
}

/** The bank returns what was refunded, such as for a closed card. */
export function failRefund({ store, emit }: Tools, id: string): void {
  const failed = store.refunds.get(id);
  const charge = store.charges.get(String(failed?.charge));
  if (!failed || !charge) throw noSuch("refund", id, "id");
  Object.assign(failed, { status: "failed", failure_reason: "expired_or_canceled_card" });
  store.refunds.put(failed);
  charge.amount_refunded -= failed.amount;
  charge.refunded = false;
  store.charges.put(charge);
  emit("refund.failed", failed);
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const CLOSED = ["won", "lost", "warning_closed"];

/** Closes a dispute; `lost`: the cardholder keeps the money. An inquiry ends without a winner. */
export function closeDispute({ store, emit }: Tools, id: string, status: "won" | "lost"): Stripe.Dispute {
  const dispute = findDispute(store, id);
  if (CLOSED.includes(dispute.status)) throw impossible("This dispute is already closed");
  dispute.status = dispute.status === "warning_needs_response" ? "warning_closed" : status;
  dispute.is_charge_refundable = dispute.status !== "lost";
  store.disputes.put(dispute);
  emit("charge.dispute.closed", dispute);
  return dispute;
}

/** Turns an inquiry into a dispute: the bank withdraws the money. */
export function escalate({ store, emit }: Tools, id: string): Stripe.Dispute {
  const dispute = findDispute(store, id);
  if (dispute.status !== "warning_needs_response") throw impossible("This dispute is not an open inquiry");
  Object.assign(dispute, { status: "needs_response", is_charge_refundable: false });
  store.disputes.put(dispute);
  emit("charge.dispute.updated", dispute);
  return dispute;
}

export function findDispute(store: StripeStore, id: string): Stripe.Dispute {
  const dispute = store.disputes.get(id);
  if (!dispute) throw noSuch("dispute", id, "dispute");
  return dispute;
}
