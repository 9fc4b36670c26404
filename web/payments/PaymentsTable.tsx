import type { Payment } from "@survey-app/contract/payments.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Day } from "../ui/Day.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { formatDollars } from "./formatDollars.ts";
import { PaymentStatus } from "./PaymentStatus.tsx";

const columns: readonly Column<Payment>[] = [
  { title: "Email", cell: ({ email }) => <span className="font-medium">{email}</span> },
  { title: "Price", isNumber: true, cell: ({ price }) => formatDollars(price) },
  {
    title: "Transaction id",
    cell: ({ transactionId }) => (
      <span className="inline-flex items-center gap-1">
        <code className="text-sm wrap-anywhere">{transactionId}</code>
        <CopyButton text={transactionId} label={`Copy the transaction id ${transactionId}`} />
      </span>
    ),
  },
  { title: "Date", cell: ({ date }) => <Day at={date} format={dayMonthYear} /> },
  { title: "Status", cell: ({ status }) => <PaymentStatus status={status} /> },
];

export function PaymentsTable({ payments }: { payments: readonly Payment[] }) {
  return <Table caption="Payments, newest first" columns={columns} rows={payments} rowKey={({ _id }) => _id} />;
}
