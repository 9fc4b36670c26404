import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { OwnPayments } from "./OwnPayments.tsx";

export function OwnPaymentsPage() {
  return (
    <>
      <PageHeader title={pageTexts.paymentHistory} text={pageTexts.paymentHistoryText} />
      <OwnPayments />
    </>
  );
}
