import type Stripe from "stripe";
import { impossible, invalid, noSuch } from "./stripeErrors.ts";
import { makeRefund } from "./stripeObjects.ts";
import type { Emit } from "./stripePayments.ts";
import type { StripeStore } from "./stripeStore.ts";

interface Tools {
  store: StripeStore;
  emit: Emit;
  now: () => number;
}

interface RequestedRefund {
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
  const isWithTheBank = store.disputes.all().some((each) => each.charge === charge.id && each.status !== "won");
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

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Closes a dispute; `lost`: the cardholder keeps the money. */
export function closeDispute({ store, emit }: Tools, id: string, status: "won" | "lost"): Stripe.Dispute {
  const dispute = findDispute(store, id);
  if (dispute.status === "won" || dispute.status === "lost") throw impossible("This dispute is already closed");
  dispute.status = status;
  store.disputes.put(dispute);
  emit("charge.dispute.closed", dispute);
  return dispute;
}

export function findDispute(store: StripeStore, id: string): Stripe.Dispute {
  const dispute = store.disputes.get(id);
  if (!dispute) throw noSuch("dispute", id, "dispute");
  return dispute;
}
