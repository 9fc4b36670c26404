import { confirmPayment, createPaymentIntent, PRO_PRICE } from "@survey-app/contract/payments.ts";
import { useRef, useState } from "react";
import { ApiRequestError, api, serverNow } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { texts } from "../texts/texts.ts";

/** What the provider made of a card. */
export type Verdict =
  | { is: "paid" | "processing"; transactionId: string }
  /** `isSpent`: this payment can't be gone on with, only another one begun. */
  | { is: "declined"; message: string; isSpent?: boolean };

/** Confirms with the provider, by the secret of a payment that was begun. */
export type Confirm = (clientSecret: string) => Promise<Verdict>;

export interface Outcomes {
  onPaid: (transactionId: string) => void;
  /** The provider has it, but it is not known yet whether it is paid. */
  onSettling: (transactionId: string) => void;
  onRefused: (refusal: ApiRequestError) => void;
}

/**
 * Pays for a year: begins the payment on the first press and not before, has the provider confirm it, and reports it.
 * A press after a decline goes on with the payment that was begun; presses while one is under way do nothing.
 */
export function usePay({ onPaid, onSettling, onRefused }: Outcomes) {
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
      // Once it is begun, a press goes on with the same payment.
      setProblem(failureOf(error, secret.current ? texts.paymentUnknown : texts.notBegun).text);
      if (error instanceof ApiRequestError) onRefused(error);
    } finally {
      isUnderWay.current = false;
      setPaying(false);
    }
  }

  async function begin(): Promise<string> {
    secret.current ??= (await api(createPaymentIntent, { body: { price: PRO_PRICE } })).clientSecret;
    return secret.current;
  }

  /** Has the server ask the provider how a payment stands. @throws {ApiRequestError} with `notPaid` when it did not go through */
  async function report(transactionId: string): Promise<void> {
    // As the spec's client sends it; e-mail apart, which is compared, the server goes by what the provider tells it.
    const date = new Date(serverNow()).toISOString();
    const body = { transactionId, price: PRO_PRICE, email, date, member: "pro-user", status: "pending" } as const;
    try {
      const { status } = await api(confirmPayment, { body });
      if (status === "paid") onPaid(transactionId);
      else onSettling(transactionId);
    } catch (error) {
      if (error instanceof ApiRequestError && error.status < 500) throw error;
      // The money may have moved, and the provider tells the server: paying anew would be wrong.
      onSettling(transactionId);
    }
  }

  return { pay, report, isPaying, problem, setProblem };
}
