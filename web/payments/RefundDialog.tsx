import { formatDollars } from "@survey-app/contract/formatDollars.ts";
import type { Payment } from "@survey-app/contract/payments.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import * as paymentTexts from "../texts/paymentTexts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useRefund } from "./payments.queries.ts";

/** Asks for confirmation before a payment is refunded. */
export function RefundDialog({ payment, onClose }: { payment: Payment | null; onClose: () => void }) {
  const confirmation = useConfirmation(useRefund(), {
    subject: payment,
    onDone: ({ email }) => toast(paymentTexts.refunded(email)),
    onClose,
    ifUnknown: paymentTexts.refundUnknown,
  });

  return (
    <ConfirmDialog
      title={payment ? paymentTexts.refundTitle(formatDollars(payment.price), payment.email) : ""}
      label={paymentTexts.refund}
      look="danger"
      {...confirmation}
    >
      {paymentTexts.refundText}
    </ConfirmDialog>
  );
}
