import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { useSettings } from "../api/settings.ts";
import { MemberUntil } from "../session/MemberUntil.tsx";
import { MemberLinks } from "./MemberLinks.tsx";
import { Panel } from "./Panel.tsx";
import { TransactionId } from "./TransactionId.tsx";

/** The thank-you message, with the transaction id (specification §2.1) and the next steps. */
export function PaymentDone({ transactionId }: { transactionId: string }) {
  const { mail } = useSettings();
  return (
    <Panel icon="check" title={paymentTexts.becamePro} takesFocus>
      <dl className="space-y-4">
        <div>
          <dt className="text-sm text-muted">{paymentTexts.transactionId}</dt>
          <dd>
            <TransactionId id={transactionId} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{paymentTexts.yourMembership}</dt>
          <dd className="font-medium">
            <MemberUntil />
          </dd>
        </div>
      </dl>
      <p className="text-muted">{mail === "off" ? paymentTexts.canComment : paymentTexts.canCommentReceipt}</p>
      <MemberLinks />
    </Panel>
  );
}
