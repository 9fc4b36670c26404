import { NarrowPage } from "../layout/NarrowPage.tsx";
import { PaymentSummary } from "../payments/PaymentSummary.tsx";

export function PaymentPage() {
  return (
    <NarrowPage title="Payment" text="A year of PRO, paid once.">
      <PaymentSummary />
    </NarrowPage>
  );
}
