import { PageHeader } from "../../layout/PageHeader.tsx";
import { AllPayments } from "../../payments/AllPayments.tsx";

export function PaymentsPage() {
  return (
    <>
      <PageHeader title="Payment" text="All payments, newest first." />
      <AllPayments />
    </>
  );
}
