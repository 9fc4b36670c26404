import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { Day } from "../ui/Day.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { useMembership } from "./membership.ts";

/** In the last two weeks of a membership: when it ends, and how to renew it. */
export function MembershipEnd() {
  const { until, isOpen } = useMembership();
  if (until === null || !isOpen) return null;
  return (
    <div
      role="status"
      className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl bg-accent-soft px-5 py-4"
    >
      <p>{paymentTexts.membershipEnds(<Day at={until} />)}</p>
      <LinkButton small href="/payment">
        {paymentTexts.renew}
      </LinkButton>
    </div>
  );
}
