import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { CopyButton } from "../ui/CopyButton.tsx";

/** The payment's id at the provider, with a button to copy it. */
export function TransactionId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code translate="no" className="text-sm wrap-anywhere">
        {id}
      </code>
      <CopyButton text={id} label={paymentTexts.copyTransactionId(id)} />
    </span>
  );
}
