import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { LinkButton } from "../ui/LinkButton.tsx";

/** Links for members, in a message in place of the card form. */
export function MemberLinks() {
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton href="/surveysPages">{paymentTexts.voteAndComment}</LinkButton>
      <LinkButton look="quiet" href="/dashboard/user/pro/paymentHistory">
        {paymentTexts.yourPayments}
      </LinkButton>
    </div>
  );
}
