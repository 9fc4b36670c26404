import type { LatestPayment } from "@survey-app/contract/payments/payments.ts";
import { formatDollars } from "@survey-app/contract/text/formatDollars.ts";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useEffect, useEffectEvent } from "react";
import { failureOf } from "../api/failure.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { useCancelPayment } from "./payments.queries.ts";
import { TransactionId } from "./TransactionId.tsx";
import { usePaymentPolling } from "./usePaymentPolling.ts";

interface UnfinishedPaymentProps {
  /** The unfinished payment; its status is polled. */
  payment: LatestPayment;
  onPaid: (transactionId: string) => void;
  onFailed: () => void;
  /** The user continues this payment with a card. */
  onContinue: () => void;
  /** This payment is canceled; the next attempt creates a new one. */
  onCanceled: () => void;
}

/**
 * For a user who returns with an unfinished payment: its current state, and the choice to continue it or start over.
 */
export function UnfinishedPayment({ payment, onPaid, onFailed, onContinue, onCanceled }: UnfinishedPaymentProps) {
  const { transactionId, price, date, status } = payment;
  const { lookAgain } = usePaymentPolling();
  const cancellation = useCancelPayment();
  const isCanceling = cancellation.isPending || cancellation.data?.status === "failed";
  const onStatus = useEffectEvent(() => {
    if (status === "paid") onPaid(transactionId);
    // Canceled in another tab, or given up by the server: not by the request whose response is still on its way.
    if (status === "failed" && !isCanceling) onFailed();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the status changes
  useEffect(onStatus, [status, isCanceling]);

  function startOver() {
    cancellation.mutate(payment, {
      onSuccess(canceled) {
        if (canceled.status === "failed") onCanceled();
        else lookAgain(); // paid meanwhile, or the bank is processing it
      },
    });
  }

  const isUnderWay = cancellation.data?.status === "pending";
  return (
    <div className="space-y-5">
      <h2 className="text-xl">{paymentTexts.unfinished.title}</h2>
      <p role="status">{isUnderWay ? paymentTexts.unfinished.notCancelable : paymentTexts.unfinished.text}</p>
      <dl className="space-y-4">
        <div>
          <dt className="text-sm text-muted">{paymentTexts.unfinished.started}</dt>
          <dd>{paymentTexts.dayAndPrice(<Day at={date} />, formatDollars(price))}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{paymentTexts.transactionId}</dt>
          <dd>
            <TransactionId id={transactionId} />
          </dd>
        </div>
      </dl>
      <p className="text-muted">{paymentTexts.unfinished.choice}</p>
      {cancellation.error && (
        <p role="alert" className="font-medium text-danger">
          {failureOf(cancellation.error).text}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onContinue}>{paymentTexts.unfinished.goOn}</Button>
        <ActionButton look="quiet" busy={cancellation.isPending} again={uiTexts.pressAgain} onClick={startOver}>
          {paymentTexts.unfinished.startOver}
        </ActionButton>
      </div>
    </div>
  );
}
