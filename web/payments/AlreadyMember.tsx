import { RENEWAL_DAYS } from "@survey-app/contract/payments.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import { Day } from "../ui/Day.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Panel } from "./Panel.tsx";

/** Replaces the card form for users who need not pay. */
export function AlreadyMember({ until }: { until: string | null }) {
  return (
    <Panel icon="check" title="You are a pro member already">
      {until !== null && (
        <p>
          Your membership runs until{" "}
          <strong className="font-semibold">
            <Day at={until} format={dayMonthYear} />
          </strong>
          . It can be renewed in its last {RENEWAL_DAYS} days.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <LinkButton href="/surveysPages">Vote and comment</LinkButton>
        <LinkButton look="quiet" href="/dashboard/user/pro/paymentHistory">
          Your history
        </LinkButton>
      </div>
    </Panel>
  );
}
