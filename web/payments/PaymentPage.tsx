import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { Checkout } from "./Checkout.tsx";

export function PaymentPage() {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 sm:py-16">
      <PageHeader title={pageTexts.payment} text={pageTexts.paymentText} />
      <Checkout />
    </div>
  );
}
