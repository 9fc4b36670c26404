import type { Payment, PaymentStatus } from "@survey-app/contract/payments/payments.ts";
import { formatDollars } from "@survey-app/contract/text/formatDollars.ts";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSellsPro } from "../api/settings.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useListFilter } from "../routing/useListFilter.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FilterBar } from "../ui/FilterBar.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { toast } from "../ui/toast.ts";
import { PaymentsTable } from "./PaymentsTable.tsx";
import { allPayments, paymentsSum, useRefund } from "./payments.queries.ts";

const statuses = [
  { value: "", label: paymentTexts.allPayments },
  { value: "paid", label: paymentTexts.statuses.paid },
  { value: "refunded", label: paymentTexts.statuses.refunded },
] as const satisfies { value: PaymentStatus | ""; label: string }[];

/** For admins: all payments, with a button to refund each. */
export function AllPayments() {
  const { filter, isFiltered, bar } = useListFilter<"status", PaymentStatus>("status", statuses);
  const [chosen, setChosen] = useState<Payment | null>(null);
  const query = useInfiniteQuery({ ...allPayments(filter), placeholderData: (previous) => previous });
  const { data: sum } = useQuery(paymentsSum());
  const sellsPro = useSellsPro();
  return (
    <>
      <FilterBar
        searchLabel={paymentTexts.searchByEmail}
        choiceLabel={paymentTexts.columns.status}
        className="mb-4 sm:grid-cols-[minmax(0,1fr)_min(14rem,45%)]"
        {...bar}
      />
      <p className="mb-4 min-h-6 text-muted tabular-nums">
        {sum && (sellsPro || sum.paid > 0) && paymentTexts.collected(formatDollars(sum.dollars), sum.paid)}
      </p>
      <PaymentsTable
        query={query}
        onRefund={setChosen}
        empty={
          isFiltered ? (
            <EmptyState kind="search" title={paymentTexts.noneFound} text={paymentTexts.noneFoundText} />
          ) : (
            <EmptyState
              title={paymentTexts.noPayments}
              text={sellsPro ? paymentTexts.noPaymentsText : paymentTexts.notSold}
              action={<LinkButton href="/dashboard/admin/users?role=pro-user">{paymentTexts.seeMembers}</LinkButton>}
            />
          )
        }
      />
      <RefundDialog payment={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

/** Asks for confirmation before a payment is refunded. */
function RefundDialog({ payment, onClose }: { payment: Payment | null; onClose: () => void }) {
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
