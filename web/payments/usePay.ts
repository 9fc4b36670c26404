import { confirmPayment, createPaymentIntent } from "@survey-app/contract/payments/payments.ts";
import { PRO_PRICE } from "@survey-app/contract/text/limits.ts";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { useRef, useState } from "react";
import { ApiRequestError, api, serverNow } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useSignedInUser } from "../session/useSession.ts";

/** The provider's result for a card. */
export type CardResult =
  | { is: "paid" | "processing"; transactionId: string }
  /** `isSpent`: this payment can't be continued; a new one has to be created. */
  | { is: "declined"; message: string; isSpent?: boolean };

/** Confirms a created payment at the provider, by its client secret. */
export type Confirm = (clientSecret: string) => Promise<CardResult>;

export interface Outcomes {
  onPaid: (transactionId: string) => void;
  /** The provider is processing the payment; whether it will be paid is not known yet. */
  onProcessing: (transactionId: string) => void;
  onRejected: (refusal: ApiRequestError) => void;
}

/**
 * Pays for a year: creates the payment on the first click and not before, has the provider confirm it, and reports it
 * to the server. A click after a decline continues the same payment; clicks while a payment is in progress do nothing.
 */
export function usePay({ onPaid, onProcessing, onRejected }: Outcomes) {
  const { email } = useSignedInUser();
  const secret = useRef<string | null>(null);
  const isUnderWay = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function pay(confirm: Confirm): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setPaying(true);
    setProblem(null);
    try {
      let verdict = await confirm(await begin());
      if (verdict.is === "declined" && verdict.isSpent) {
        secret.current = null;
        verdict = await confirm(await begin());
      }
      if (verdict.is === "declined") setProblem(verdict.message);
      else await report(verdict.transactionId);
    } catch (error) {
      // Once the payment is created, a click continues the same one.
      setProblem(failureOf(error, secret.current ? paymentTexts.outcomeUnknown : paymentTexts.notStarted).text);
      if (error instanceof ApiRequestError) onRejected(error);
    } finally {
      isUnderWay.current = false;
      setPaying(false);
    }
  }

  async function begin(): Promise<string> {
    secret.current ??= (await api(createPaymentIntent, { body: { price: PRO_PRICE } })).clientSecret;
    return secret.current;
  }

  /**
   * Has the server ask the provider for the payment's state.
   * @throws {ApiRequestError} with `notPaid` when it did not go through
   */
  async function report(transactionId: string): Promise<void> {
    // As the spec's client sends it. The server compares the email and takes all else from the provider.
    const date = new Date(serverNow()).toISOString();
    const body = { transactionId, price: PRO_PRICE, email, date, member: "pro-user", status: "pending" } as const;
    try {
      const { status } = await api(confirmPayment, { body });
      if (status === "paid") onPaid(transactionId);
      else onProcessing(transactionId);
    } catch (error) {
      if (error instanceof ApiRequestError && error.status < 500) throw error;
      // The money may have moved, and the provider notifies the server: paying again would be wrong.
      onProcessing(transactionId);
    }
  }

  return { pay, report, isPaying, problem, setProblem };
}
