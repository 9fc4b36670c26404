import type { Payment } from "@survey-app/contract/payments.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { formatDollars } from "./formatDollars.ts";
import { PaymentStatus } from "./PaymentStatus.tsx";
import { TransactionId } from "./TransactionId.tsx";

const columns: readonly Column<Payment>[] = [
  {
    // Both are long; side by side they would wrap.
    title: "Email, transaction id",
    inLine: "start",
    sortBy: ({ email }) => email,
    cell: ({ email, transactionId }) => (
      <>
        <UserText as="span" className="block font-medium">
          {email}
        </UserText>
        <span className="text-muted">
          <TransactionId id={transactionId} />
        </span>
      </>
    ),
  },
  {
    title: "Price",
    isNumber: true,
    inLine: "end",
    sortBy: ({ price }) => price,
    cell: ({ price }) => formatDollars(price),
  },
  {
    title: "Date",
    inLine: "last",
    sortBy: ({ date }) => Date.parse(date),
    cell: ({ date }) => <Day at={date} format={dayMonthYear} />,
  },
  {
    title: "Status",
    inLine: "last",
    sortBy: ({ status }) => status,
    cell: ({ status }) => <PaymentStatus status={status} />,
  },
];

const refundColumn = (onRefund: (payment: Payment) => void): Column<Payment> => ({
  title: "Change",
  isNumber: true,
  inLine: "last",
  cell: (payment) =>
    payment.status === "paid" ? (
      <Button
        look="quiet"
        small
        aria-label={`Refund ${payment.transactionId} of ${payment.email}`}
        onClick={() => onRefund(payment)}
      >
        Refund
      </Button>
    ) : null,
});

interface PaymentsTableProps {
  payments: readonly Payment[];
  /** Whether these are all payments of the list. */
  isComplete: boolean;
  /** For admins, who may refund payments. */
  onRefund?: (payment: Payment) => void;
}

export function PaymentsTable({ payments, isComplete, onRefund }: PaymentsTableProps) {
  const shown = onRefund ? [...columns, refundColumn(onRefund)] : columns;
  return <Table caption="Payments" columns={shown} rows={payments} isComplete={isComplete} />;
}
