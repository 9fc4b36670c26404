import { formatDollars } from "@survey-app/contract/text/formatDollars.ts";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { Day } from "../ui/Day.tsx";
import { EmailText } from "../ui/EmailText.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { PaymentStatus } from "./PaymentStatus.tsx";
import { allPayments } from "./payments.queries.ts";

const SHOWN = 4;

/** For admins: the number of payments and the latest ones. */
export function NewestPayments() {
  const query = useInfiniteQuery(allPayments());
  if (!query.data) return <QueryFallback query={query} className="h-64 w-full" />;
  const newest = query.data.pages[0]?.rows.slice(0, SHOWN) ?? [];
  const total = query.data.pages[0]?.total ?? 0;
  return (
    <OverviewSection
      title={paymentTexts.count(total)}
      link={{ href: "/dashboard/user/paymentHistory", label: paymentTexts.allPayments }}
      isCard
    >
      {newest.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {newest.map(({ _id, email, price, date, status }) => (
            <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
              <EmailText className="min-w-0 font-medium">{email}</EmailText>
              <span className="text-sm text-muted tabular-nums">
                {paymentTexts.dayAndPrice(<Day at={date} />, formatDollars(price))}
              </span>
              <PaymentStatus status={status} />
            </li>
          ))}
        </ul>
      )}
    </OverviewSection>
  );
}
