import { PageHeader } from "../../layout/PageHeader.tsx";
import { OwnPayments } from "../../payments/OwnPayments.tsx";

export function OwnPaymentsPage() {
  return (
    <>
      <PageHeader title="Payment History" text="What you paid for your membership, newest first." />
      <OwnPayments />
    </>
  );
}
