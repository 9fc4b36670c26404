import type { Payment } from "@survey-app/contract/payments/payments.ts";
import { formatDollars } from "@survey-app/contract/text/formatDollars.ts";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import type { ReactNode } from "react";
import type { PagedQuery } from "../api/MoreRows.tsx";
import { PagedTable } from "../api/PagedTable.tsx";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { EmailText } from "../ui/EmailText.tsx";
import type { Column } from "../ui/Table.tsx";
import { PaymentStatus } from "./PaymentStatus.tsx";
import { TransactionId } from "./TransactionId.tsx";

const columns: readonly Column<Payment>[] = [
  {
    // Both are long; side by side they would wrap.
    title: paymentTexts.columns.emailAndId,
    inLine: "start",
    sortBy: ({ email }) => email,
    cell: ({ email, transactionId }) => (
      <>
        <span className="block font-medium">
          <EmailText>{email}</EmailText>
        </span>
        <span className="text-muted">
          <TransactionId id={transactionId} />
        </span>
      </>
    ),
  },
  {
    title: paymentTexts.columns.price,
    isNumber: true,
    inLine: "end",
    sortBy: ({ price }) => price,
    cell: ({ price }) => formatDollars(price),
  },
  {
    title: paymentTexts.columns.date,
    inLine: "last",
    sortBy: ({ date }) => Date.parse(date),
    cell: ({ date }) => <Day at={date} />,
  },
  {
    title: paymentTexts.columns.status,
    inLine: "last",
    sortBy: ({ status }) => status,
    cell: ({ status }) => <PaymentStatus status={status} />,
  },
];

const refundColumn = (onRefund: (payment: Payment) => void): Column<Payment> => ({
  title: paymentTexts.columns.change,
  isNumber: true,
  inLine: "last",
  cell: (payment) =>
    payment.status === "paid" ? (
      <Button
        look="quiet"
        small
        aria-label={paymentTexts.refundName(payment.transactionId, payment.email)}
        onClick={() => onRefund(payment)}
      >
        {paymentTexts.refund}
      </Button>
    ) : null,
});

interface PaymentsTableProps {
  query: PagedQuery<Payment>;
  /** Shown when there are none. */
  empty: ReactNode;
  /** For admins, who may refund payments. */
  onRefund?: (payment: Payment) => void;
}

export function PaymentsTable({ onRefund, ...list }: PaymentsTableProps) {
  const shown = onRefund ? [...columns, refundColumn(onRefund)] : columns;
  return <PagedTable caption={paymentTexts.caption} columns={shown} {...list} />;
}
