import * as paymentTexts from "../texts/paymentTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { proPrice } from "./price.ts";

interface BankDialogProps {
  isOpen: boolean;
  onAnswer: (approves: boolean) => void;
}

/** The sandbox's replacement for a bank's 3-D Secure dialog. Closing it counts as a rejection, as at a bank. */
export function BankDialog({ isOpen, onAnswer }: BankDialogProps) {
  return (
    <Dialog
      title={paymentTexts.bankAsks}
      isOpen={isOpen}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button look="plain" onClick={() => onAnswer(false)}>
            {paymentTexts.refuse}
          </Button>
          <Button onClick={() => onAnswer(true)}>{paymentTexts.approve}</Button>
        </>
      }
    >
      <p className="text-muted">
        <strong className="mr-2 rounded-full bg-sunken px-2.5 py-0.5 text-sm font-semibold text-ink">
          {paymentTexts.sandbox}
        </strong>
        {paymentTexts.bankQuestion(proPrice)}
      </p>
    </Dialog>
  );
}
