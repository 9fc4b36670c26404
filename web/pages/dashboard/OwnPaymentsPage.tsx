import { PageHeader } from "../../layout/PageHeader.tsx";
import { OwnPayments } from "../../payments/OwnPayments.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";

export function OwnPaymentsPage() {
  return (
    <>
      <PageHeader title={pageTexts.paymentHistory} text={pageTexts.paymentHistoryText} />
      <OwnPayments />
    </>
  );
}
