import { formatDollars } from "@survey-app/contract/formatDollars.ts";
import type { Payment } from "@survey-app/contract/payments.ts";
import { failureOf } from "../api/failure.ts";
import * as paymentTexts from "../texts/paymentTexts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useRefund } from "./payments.queries.ts";

/** Asks for confirmation before a payment is refunded. */
export function RefundDialog({ payment, onClose }: { payment: Payment | null; onClose: () => void }) {
  const refund = useRefund();

  function close() {
    refund.reset();
    onClose();
  }

  async function confirm() {
    if (!payment) return;
    try {
      await refund.mutateAsync(payment);
      toast(paymentTexts.refunded(payment.email));
      close();
    } catch {
      // The dialog shows the error.
    }
  }

  return (
    <ConfirmDialog
      title={payment ? paymentTexts.refundTitle(formatDollars(payment.price), payment.email) : ""}
      isOpen={payment !== null}
      isBusy={refund.isPending}
      failure={refund.error && failureOf(refund.error, paymentTexts.refundUnknown).text}
      label={paymentTexts.refund}
      look="danger"
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {paymentTexts.refundText}
    </ConfirmDialog>
  );
}
