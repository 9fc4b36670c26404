import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { useSellsPro } from "../api/settings.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { MembershipPlans } from "./MembershipPlans.tsx";

export function MembershipPage() {
  const sellsPro = useSellsPro();
  return (
    <div className="page frame-read">
      <PageHeader title={pageTexts.membership} text={sellsPro ? pageTexts.membershipText : paymentTexts.notSold} />
      <MembershipPlans />
    </div>
  );
}
