import { formatDollars } from "@survey-app/contract/formatDollars.ts";
import type { Payment, PaymentStatus } from "@survey-app/contract/payments.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PagedList } from "../api/PagedList.tsx";
import { useAddressFields } from "../routing/addressFields.ts";
import * as paymentTexts from "../texts/paymentTexts.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { SearchBox } from "../ui/SearchBox.tsx";
import { Select } from "../ui/Select.tsx";
import { PaymentsTable } from "./PaymentsTable.tsx";
import { allPayments, type PaymentsFilter, paymentsSum } from "./payments.queries.ts";
import { RefundDialog } from "./RefundDialog.tsx";

const statuses = (["", "paid", "refunded"] as const satisfies (PaymentStatus | "")[]).map((value) => ({
  value,
  label: paymentTexts.statuses[value],
}));

const filterNames = ["status", "q"] as const;

/** For admins: all payments, with a button to refund each. */
export function AllPayments() {
  const [filter, setFilter] = usePaymentsFilter();
  const [chosen, setChosen] = useState<Payment | null>(null);
  const query = useInfiniteQuery({ ...allPayments(filter), placeholderData: (previous) => previous });
  const { data: sum } = useQuery(paymentsSum());
  const isFiltered = filter.status !== "" || filter.q !== "";
  return (
    <>
      <search className="mb-4 grid gap-3 sm:grid-cols-[1fr_14rem]">
        <SearchBox label={paymentTexts.searchByEmail} text={filter.q} onSearch={(q) => setFilter({ q })} />
        <Select
          label={paymentTexts.columns.status}
          hideLabel
          value={filter.status}
          options={statuses}
          onChange={(status) => setFilter({ status: status as PaymentsFilter["status"] })}
        />
      </search>
      <p className="mb-4 min-h-6 text-muted tabular-nums">
        {sum && paymentTexts.collected(formatDollars(sum.dollars), sum.paid)}
      </p>
      <PagedList
        query={query}
        empty={
          isFiltered ? (
            <EmptyState kind="search" title={paymentTexts.noneFound} text={paymentTexts.noneFoundText} />
          ) : (
            <EmptyState
              title={paymentTexts.noPayments}
              text={paymentTexts.noPaymentsText}
              action={<LinkButton href="/dashboard/admin/users?role=pro-user">{paymentTexts.seeMembers}</LinkButton>}
            />
          )
        }
      >
        {(payments, isComplete) => <PaymentsTable payments={payments} isComplete={isComplete} onRefund={setChosen} />}
      </PagedList>
      <RefundDialog payment={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

function usePaymentsFilter(): [PaymentsFilter, (change: Partial<PaymentsFilter>) => void] {
  const [{ status, q }, show] = useAddressFields(filterNames);
  const validStatus = statuses.some(({ value }) => value === status) ? status : "";
  return [{ status: validStatus as PaymentsFilter["status"], q: q.slice(0, 200) }, show];
}
