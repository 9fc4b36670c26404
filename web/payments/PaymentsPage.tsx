import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { AllPayments } from "./AllPayments.tsx";

export function PaymentsPage() {
  return (
    <>
      <PageHeader title={pageTexts.payment} text={pageTexts.allPaymentsText} />
      <AllPayments />
    </>
  );
}
