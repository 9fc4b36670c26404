import * as paymentTexts from "../texts/paymentTexts.ts";
import { Day } from "../ui/Day.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Panel } from "./Panel.tsx";

/** Replaces the card form for users who need not pay. */
export function AlreadyMember({ until }: { until: string | null }) {
  return (
    <Panel icon="check" title={paymentTexts.alreadyMember}>
      {until !== null && (
        <p>
          {paymentTexts.membershipRuns(
            <strong className="font-semibold">
              <Day at={until} />
            </strong>,
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <LinkButton href="/surveysPages">{paymentTexts.voteAndComment}</LinkButton>
        <LinkButton look="quiet" href="/dashboard/user/pro/paymentHistory">
          {paymentTexts.yourPayments}
        </LinkButton>
      </div>
    </Panel>
  );
}
