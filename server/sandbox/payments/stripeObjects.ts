import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import type { SeenCard } from "./stripeCards.ts";

/** The version of the API that these shapes are of. */
export const API_VERSION = "2026-10-28.endive";

/** An event of any type. */
export interface SentEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: { id: string; object: string } };
  livemode: false;
  /** 1 until it has arrived or has been given up. */
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

export interface NewIntent {
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  description: string | null;
  receiptEmail: string | null;
  isAutomatic: boolean;
}

export function makeIntent(given: NewIntent, created: number): Stripe.PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: given.isAutomatic ? { allow_redirects: "always", enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    // The client secret allows a browser to confirm the payment.
    client_secret: `${id}_secret_${randomBytes(16).toString("hex")}`,
    confirmation_method: "automatic",
    created,
    currency: given.currency,
    customer: null,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: null },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: given.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}

const noDetails = { address: null, email: null, name: null, phone: null, tax_id: null };

export function makePaymentMethod(card: SeenCard, created: number): Stripe.PaymentMethod {
  return {
    id: newId("pm"),
    object: "payment_method",
    billing_details: noDetails,
    card: cardOf(card) as Stripe.PaymentMethod.Card,
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

/** The card's details in all objects that refer to it. The expiry is made up: the typed one is not stored. */
function cardOf({ brand, last4 }: SeenCard) {
  return { brand, country: "US", exp_month: 12, exp_year: 2099, funding: "credit", last4 };
}

interface Charged {
  intent: Stripe.PaymentIntent;
  card: SeenCard;
  paymentMethodId: string;
  /** Why not, if it did not go through. */
  failure: { code: string; message: string; declineCode: string } | null;
}

export function makeCharge({ intent, card, paymentMethodId, failure }: Charged, created: number): Stripe.Charge {
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: failure ? null : newId("txn"),
    billing_details: noDetails,
    calculated_statement_descriptor: "SANDBOX",
    captured: !failure,
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failure ? "declined_by_network" : "approved_by_network",
      reason: failure?.declineCode ?? null,
      risk_level: "normal",
      seller_message: failure ? "The bank did not return any further details." : "Payment complete.",
      type: failure ? "issuer_declined" : "authorized",
    },
    paid: !failure,
    payment_intent: intent.id,
    payment_method: paymentMethodId,
    payment_method_details: {
      type: "card",
      card: cardOf(card) as Stripe.Charge.PaymentMethodDetails.Card,
    } as Stripe.Charge.PaymentMethodDetails,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

interface RefundFields {
  charge: Stripe.Charge;
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Record<string, string>;
}

export function makeRefund({ charge, amount, reason, metadata }: RefundFields, created: number): Stripe.Refund {
  return {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: newId("txn"),
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}

const EVIDENCE_DAYS = 9;

interface DisputeFields {
  reason: string;
  isInquiry: boolean;
}

export function makeDispute(
  charge: Stripe.Charge,
  { reason, isInquiry }: DisputeFields,
  created: number,
): Stripe.Dispute {
  return {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: created + EVIDENCE_DAYS * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    } as Stripe.Dispute.EvidenceDetails,
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? "warning_needs_response" : "needs_response",
  };
}
