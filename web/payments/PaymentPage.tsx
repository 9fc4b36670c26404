import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { Checkout } from "./Checkout.tsx";

export function PaymentPage() {
  return (
    <div className="page frame-read">
      <PageHeader title={pageTexts.payment} text={pageTexts.paymentText} />
      <Checkout />
    </div>
  );
}
