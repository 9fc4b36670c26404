import type { Payment } from "@survey-app/contract/payments.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import { useEffect, useEffectEvent } from "react";
import { texts } from "../texts.ts";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { formatDollars } from "./formatDollars.ts";
import { TransactionId } from "./TransactionId.tsx";
import { useSettling } from "./useSettling.ts";

interface BegunPaymentProps {
  payment: Payment;
  onPaid: (transactionId: string) => void;
  onFailed: () => void;
  onGoOn: () => void;
}

/** Somebody comes back who began to pay: what became of it is looked for, before they are asked to pay again. */
export function BegunPayment({ payment, onPaid, onFailed, onGoOn }: BegunPaymentProps) {
  const { transactionId, price, date } = payment;
  const { status } = useSettling(transactionId);
  const onStatus = useEffectEvent(() => {
    if (status === "paid") onPaid(transactionId);
    if (status === "failed") onFailed();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told whenever it turns
  useEffect(onStatus, [status]);
  return (
    <div className="space-y-5">
      <h2 className="text-xl">A payment is open</h2>
      <p role="status">{texts.paymentBegun}</p>
      <dl className="space-y-4">
        <div>
          <dt className="text-sm text-muted">Begun</dt>
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
      <p className="text-muted">If you did not finish it, go on with it now. It can't be charged twice.</p>
      <Button onClick={onGoOn}>Go on with it</Button>
    </div>
  );
}
