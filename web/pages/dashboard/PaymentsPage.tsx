import { PageHeader } from "../../layout/PageHeader.tsx";
import { AllPayments } from "../../payments/AllPayments.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";

export function PaymentsPage() {
  return (
    <>
      <PageHeader title={pageTexts.payment} text={pageTexts.allPaymentsText} />
      <AllPayments />
    </>
  );
}
