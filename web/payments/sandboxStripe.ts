import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { sandboxRequest } from "../api/api.ts";
import type { TypedCard } from "./card.ts";
import { readExpiry } from "./card.ts";
import { digitsOf } from "./grouping.ts";
import type { CardResult } from "./usePay.ts";

/** The sandbox's response, shaped like Stripe's. */
interface PaymentIntent {
  status: "succeeded" | "requires_action" | "processing" | "requires_payment_method";
  error?: { code?: string; message?: string };
}

/** Confirms a payment at the sandbox as Stripe's own form would; `askBank` shows the bank's dialog. */
export async function confirmInSandbox(
  clientSecret: string,
  { number, expiry, cvc }: TypedCard,
  askBank: () => Promise<boolean>,
): Promise<CardResult> {
  const { month, year } = readExpiry(expiry) ?? { month: 0, year: 0 };
  const card = { number: digitsOf(number), expMonth: month, expYear: year, cvc: cvc.trim() };
  let intent = (await sandboxRequest("/sandbox/stripe/confirm", { clientSecret, ...card })) as PaymentIntent;
  if (intent.status === "requires_action") {
    const approve = await askBank();
    intent = (await sandboxRequest("/sandbox/stripe/authenticate", { clientSecret, approve })) as PaymentIntent;
  }
  const transactionId = clientSecret.replace(/_secret_.*$/, "");
  if (intent.status === "succeeded") return { is: "paid", transactionId };
  if (intent.status === "processing") return { is: "processing", transactionId };
  const isSpent = intent.error?.code === "payment_intent_unexpected_state";
  return { is: "declined", message: intent.error?.message ?? paymentTexts.bankRefused, isSpent };
}
