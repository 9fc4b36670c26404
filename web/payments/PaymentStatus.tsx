import type { Payment } from "@survey-app/contract/payments/payments.ts";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { Dot } from "../ui/Dot.tsx";

const tones = { paid: "yes", refunded: "quiet" } as const;

export function PaymentStatus({ status }: { status: Payment["status"] }) {
  return <Dot tone={tones[status]}>{paymentTexts.statuses[status]}</Dot>;
}
