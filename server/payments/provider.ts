/**
 * The state of a payment at the provider.
 * - `open`: no money has moved, and it can still be paid.
 * - `processing`: the bank has not decided yet.
 * - `paid`: it can only be refunded or disputed.
 * - `canceled`: final.
 * - `refunded`: we refunded it in full. It is paid or disputed again if the refund fails.
 * - `disputed`: the bank withdrew the money.
 * - `won`: the bank returned the money after the dispute, or has only inquired so far. Another dispute can follow.
 */
export type ProviderPaymentState = "open" | "processing" | "paid" | "disputed" | "won" | "refunded" | "canceled";

/** A payment as the provider knows it. */
export interface PaymentIntent {
  id: string;
  clientSecret: string;
  state: ProviderPaymentState;
  cents: number;
  /** Lower case, "usd". */
  currency: string;
  /** The user whom we created it for; "" if it is not ours. */
  userId: string;
}

/** Whether we have the money, according to the provider. */
export function isPaid({ state }: PaymentIntent): boolean {
  return state === "paid" || state === "won";
}

/** The payment provider that charges cards. Its methods throw `providerDown` when it is unreachable. */
export interface PaymentProvider {
  /** Creates a payment for a year of membership. `key` is an idempotency key: the same key returns the same payment. */
  create(userId: string, key: string): Promise<PaymentIntent>;
  /** Null if the provider doesn't know the payment. */
  find(id: string): Promise<PaymentIntent | null>;
  cancel(id: string): Promise<void>;
  /** Refunds it in full. `key` is an idempotency key: the same key refunds once. */
  refund(id: string, key: string): Promise<void>;
  /** The id of the payment that a webhook is about; null if it is about none. Throws if the signature is invalid. */
  readWebhook(body: Buffer, signature: string): Promise<string | null>;
}
