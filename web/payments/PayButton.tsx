import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { proPrice } from "./price.ts";

interface PayButtonProps {
  isPaying: boolean;
  /** The reason why the form waits, while no payment is possible. */
  waiting?: string | undefined;
  /** The provider's message, or why the request failed. */
  problem: string | null;
}

/** The end of a card form: the error, in red (specification §5), and the button that pays. */
export function PayButton({ isPaying, waiting, problem }: PayButtonProps) {
  return (
    <div className="space-y-3">
      {problem && (
        <p role="alert" className="font-medium text-danger">
          {problem}
        </p>
      )}
      <ActionButton
        type="submit"
        busy={isPaying || waiting !== undefined}
        again={paymentTexts.payAgain(proPrice)}
        className="w-full"
      >
        <Icon path={innerIcons.lock} size={18} /> {paymentTexts.payPrice(proPrice)}
      </ActionButton>
      <p role="status" className="text-sm text-muted empty:absolute">
        {waiting ?? (isPaying && paymentTexts.paying)}
      </p>
    </div>
  );
}
