import { dayMonthYear } from "@survey-app/contract/time.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { Day } from "../ui/Day.tsx";
import { Icon } from "../ui/Icon.tsx";
import { nextYear, useMembership } from "./membership.ts";
import { proGives, yearlyPrice } from "./price.ts";

/** What is being paid for. */
export function PaymentSummary() {
  const { email } = useSignedInUser();
  const { until } = useMembership();
  const { from, to } = nextYear(until);
  return (
    <section aria-label="PRO membership" className="space-y-6 lg:pt-8">
      <div className="space-y-1">
        <h2 className="text-base font-semibold text-muted">PRO membership</h2>
        <p className="text-2xl font-bold tabular-nums">{yearlyPrice}</p>
        <p className="text-muted">
          For <span className="wrap-anywhere">{email}</span>
        </p>
      </div>
      <p className="border-t border-line pt-6">
        {until === null ? "A year from today: " : "A further year, from the end of the one that runs: "}
        <strong className="font-semibold">
          <Day at={from} format={dayMonthYear} /> to <Day at={to} format={dayMonthYear} />
        </strong>
        . No auto-renewal.
      </p>
      <ul className="space-y-3 border-t border-line pt-6">
        {proGives.map((each) => (
          <li key={each} className="flex gap-3">
            <span className="mt-0.5 text-yes">
              <Icon name="check" />
            </span>
            {each}
          </li>
        ))}
      </ul>
    </section>
  );
}
