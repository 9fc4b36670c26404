import type { LatestPayment } from "@survey-app/contract/payments.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import { useEffect, useEffectEvent } from "react";
import { failureOf } from "../api/failure.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { formatDollars } from "./formatDollars.ts";
import { useCancelPayment } from "./payments.queries.ts";
import { TransactionId } from "./TransactionId.tsx";
import { useSettling } from "./useSettling.ts";

interface BegunPaymentProps {
  /** Follows what becomes of it. */
  payment: LatestPayment;
  onPaid: (transactionId: string) => void;
  onFailed: () => void;
  /** The person finishes this payment with a card. */
  onContinue: () => void;
  /** This payment is canceled; the next one is a new one. */
  onCanceled: () => void;
}

/** For a person who returns with an unfinished payment: what became of it, before they pay or start over. */
export function BegunPayment({ payment, onPaid, onFailed, onContinue, onCanceled }: BegunPaymentProps) {
  const { transactionId, price, date, status } = payment;
  const { lookAgain } = useSettling();
  const cancellation = useCancelPayment();
  const onStatus = useEffectEvent(() => {
    if (status === "paid") onPaid(transactionId);
    // Canceled in another tab, or given up by the server.
    if (status === "failed") onFailed();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the status changes
  useEffect(onStatus, [status]);

  function startOver() {
    cancellation.mutate(payment, {
      onSuccess(answer) {
        if (answer.status === "failed") onCanceled();
        else lookAgain(); // paid meanwhile, or the bank is working on it
      },
    });
  }

  const isUnderWay = cancellation.data?.status === "pending";
  return (
    <div className="space-y-5">
      <h2 className="text-xl">Unfinished payment</h2>
      <p role="status">{isUnderWay ? texts.paymentNotCancelable : texts.paymentBegun}</p>
      <dl className="space-y-4">
        <div>
          <dt className="text-sm text-muted">Started</dt>
          <dd>
            <Day at={date} format={dayMonthYear} />, {formatDollars(price)}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Transaction id</dt>
          <dd>
            <TransactionId id={transactionId} />
          </dd>
        </div>
      </dl>
      <p className="text-muted">
        If you didn't complete it, continue with your card, or cancel it and start over. You are never charged twice.
      </p>
      {cancellation.error && (
        <p role="alert" className="font-medium text-danger">
          {failureOf(cancellation.error).text}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onContinue}>Continue</Button>
        <Button look="quiet" busy={cancellation.isPending} onClick={startOver}>
          Cancel and start over
        </Button>
      </div>
    </div>
  );
}
