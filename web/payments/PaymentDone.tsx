import { useEffect, useRef } from "react";
import { MemberUntil } from "../session/MemberUntil.tsx";
import { useSettings } from "../session/settings.ts";
import { texts } from "../texts/texts.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Panel } from "./Panel.tsx";
import { TransactionId } from "./TransactionId.tsx";

/** The thank-you message, with the transaction id (spec §2) and the next steps. */
export function PaymentDone({ transactionId }: { transactionId: string }) {
  const { mail } = useSettings();
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => box.current?.querySelector("h2")?.focus(), []);
  return (
    <div ref={box}>
      <Panel icon="check" title={texts.becamePro}>
        <dl className="space-y-4">
          <div>
            <dt className="text-sm text-muted">Transaction id</dt>
            <dd>
              <TransactionId id={transactionId} />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">Your membership</dt>
            <dd className="font-medium">
              <MemberUntil />
            </dd>
          </div>
        </dl>
        <p className="text-muted">
          You can comment with each of your votes now.
          {mail !== "off" && " A receipt is on its way to you by mail."}
        </p>
        <div className="flex flex-wrap gap-3">
          <LinkButton href="/surveysPages">Vote and comment</LinkButton>
          <LinkButton look="quiet" href="/dashboard/user/pro/paymentHistory">
            Your history
          </LinkButton>
        </div>
      </Panel>
    </div>
  );
}
