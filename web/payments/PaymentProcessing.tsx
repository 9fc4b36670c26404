import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { useEffect, useEffectEvent } from "react";
import { Button } from "../ui/Button.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Panel } from "./Panel.tsx";
import { TransactionId } from "./TransactionId.tsx";
import { usePaymentPolling } from "./usePaymentPolling.ts";

interface PaymentProcessingProps {
  transactionId: string;
  onPaid: () => void;
  onFailed: () => void;
  /** Has the server ask the provider: a webhook may be lost, and a decline leaves the payment open. */
  onAskAgain: () => void;
}

const ASK_MS = 10_000;

/** Shown while the provider processes the payment; the server learns the result soon. */
export function PaymentProcessing({ transactionId, onPaid, onFailed, onAskAgain }: PaymentProcessingProps) {
  const { payment, isSlow, lookAgain } = usePaymentPolling();
  const status = payment?.transactionId === transactionId ? payment.status : undefined;
  const onStatus = useEffectEvent(() => {
    if (status === "paid") onPaid();
    if (status === "failed") onFailed();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the status changes
  useEffect(onStatus, [status]);
  const onTick = useEffectEvent(onAskAgain);
  useEffect(() => {
    if (isSlow) return;
    const timer = setInterval(onTick, ASK_MS);
    return () => clearInterval(timer);
  }, [isSlow]);
  return (
    <Panel icon="clock" title={paymentTexts.processing}>
      <p role="status" className="text-muted">
        {isSlow ? paymentTexts.slow : paymentTexts.processingText}
      </p>
      <div>
        <p className="text-sm text-muted">{paymentTexts.transactionId}</p>
        <TransactionId id={transactionId} />
      </div>
      {isSlow && (
        <div className="flex flex-wrap gap-3">
          <Button onClick={lookAgain}>{paymentTexts.lookAgain}</Button>
          <LinkButton look="quiet" href="/dashboard/user/pro/paymentHistory">
            {paymentTexts.yourPayments}
          </LinkButton>
        </div>
      )}
    </Panel>
  );
}
