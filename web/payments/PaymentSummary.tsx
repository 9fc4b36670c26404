import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { Day } from "../ui/Day.tsx";
import { Icon } from "../ui/Icon.tsx";
import { UserText } from "../ui/UserText.tsx";
import { nextYear, useMembership } from "./membership.ts";
import { yearlyPrice } from "./price.ts";

/** The membership that is being paid for, with its price. */
export function PaymentSummary() {
  const { email } = useSignedInUser();
  const { until } = useMembership();
  const { from, to } = nextYear(until);
  return (
    <section aria-label={paymentTexts.summary.title} className="space-y-6 lg:pt-8">
      <div className="space-y-1">
        <h2 className="text-base font-semibold text-muted">{paymentTexts.summary.title}</h2>
        <p className="text-2xl font-bold tabular-nums">{yearlyPrice}</p>
        <p className="text-muted">{paymentTexts.summary.forAccount(<UserText>{email}</UserText>)}</p>
      </div>
      <p className="border-t border-line pt-6">
        {paymentTexts.summary[until === null ? "first" : "further"](
          <strong className="font-semibold">{paymentTexts.summary.period(<Day at={from} />, <Day at={to} />)}</strong>,
        )}
      </p>
      <ul className="space-y-3 border-t border-line pt-6">
        {paymentTexts.proGives.map((each) => (
          <li key={each} className="flex gap-3">
            <span className="mt-0.5 text-yes">
              <Icon name="check" />
            </span>
            <span className="min-w-0 wrap-anywhere">{each}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
