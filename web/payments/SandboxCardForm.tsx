import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { type FormEvent, useRef, useState } from "react";
import { serverNow } from "../api/api.ts";
import { bySchema } from "../api/bySchema.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { useSettings } from "../api/settings.ts";
import { useForm } from "../api/useForm.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { cardForm } from "./card.ts";
import { grouped, slashed, type Typed } from "./grouping.ts";
import { PayButton } from "./PayButton.tsx";
import { proPrice } from "./price.ts";
import { confirmInSandbox } from "./sandboxStripe.ts";
import { TestCards } from "./TestCards.tsx";
import type { Confirm } from "./usePay.ts";

export interface CardFormProps {
  pay: (confirm: Confirm) => Promise<void>;
  isPaying: boolean;
  problem: string | null;
}

const schema = cardForm(serverNow);

/** The card form of the sandbox that replaces Stripe: plain fields, and test cards with known outcomes. */
export function SandboxCardForm({ pay, isPaying, problem }: CardFormProps) {
  const shown = useRef("");
  /** The bank's question is open. */
  const [bank, setBank] = useState<{ answer: (approves: boolean) => void } | null>(null);

  const askBank = () =>
    new Promise<boolean>((resolve) => {
      setBank({
        answer(approves) {
          setBank(null);
          resolve(approves);
        },
      });
    });
  const form = useForm({
    initial: { number: "", expiry: "", cvc: "", name: "" },
    ...bySchema(schema, (card) => pay((clientSecret) => confirmInSandbox(clientSecret, card, askBank))),
  });

  function group(event: FormEvent<HTMLInputElement>) {
    const erases = (event.nativeEvent as InputEvent).inputType === "deleteContentBackward";
    rewrite(event.currentTarget, (typed) => grouped(typed, shown.current, erases));
    shown.current = event.currentTarget.value;
  }

  function fill(number: string) {
    const soon = new Date(serverNow()).getUTCFullYear() + 3;
    const card = { number, expiry: `12/${soon % 100}`, cvc: "123" } as const;
    for (const [name, value] of Object.entries(card)) form.change(name as keyof typeof card, value);
    shown.current = number;
  }

  return (
    <>
      <BankDialog isOpen={bank !== null} onAnswer={(approves) => bank?.answer(approves)} />
      <form {...form.props} className="space-y-5">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-xl">{paymentTexts.yourCard}</h2>
          <strong className="rounded-full bg-sunken px-2.5 py-0.5 text-sm font-semibold">{paymentTexts.sandbox}</strong>
        </div>
        <p className="text-sm text-muted">{paymentTexts.noMoneyMoves}</p>
        <FormErrors form={form} />
        <TextField
          label={paymentTexts.cardNumber}
          inputMode="numeric"
          autoComplete="cc-number"
          readOnly={isPaying}
          onInput={group}
          {...form.field("number")}
        />
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label={paymentTexts.expiry}
            placeholder={paymentTexts.expiryFormat}
            inputMode="numeric"
            autoComplete="cc-exp"
            readOnly={isPaying}
            onInput={(event) => rewrite(event.currentTarget, slashed)}
            {...form.field("expiry")}
          />
          <TextField
            label={paymentTexts.cvc}
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={4}
            readOnly={isPaying}
            {...form.field("cvc")}
          />
        </div>
        <TextField
          label={paymentTexts.nameOnCard}
          optional
          autoComplete="cc-name"
          readOnly={isPaying}
          {...form.field("name")}
        />
        <PayButton isPaying={isPaying} problem={problem} />
      </form>
      <TestCards isLocked={isPaying} onChoose={fill} />
    </>
  );
}

/** Formats a field's text before the form reads it, and keeps the caret in place. */
function rewrite(input: HTMLInputElement, change: (typed: Typed) => Typed): void {
  const { text, caret } = change({ text: input.value, caret: input.selectionStart ?? input.value.length });
  if (text === input.value) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
}

interface BankDialogProps {
  isOpen: boolean;
  onAnswer: (approves: boolean) => void;
}

/** The sandbox's replacement for a bank's 3-D Secure dialog. Closing it counts as a rejection, as at a bank. */
function BankDialog({ isOpen, onAnswer }: BankDialogProps) {
  const { site } = useSettings();
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
          <ActionButton again={uiTexts.pressAgain} onClick={() => onAnswer(true)}>
            {paymentTexts.approve}
          </ActionButton>
        </>
      }
    >
      <p className="text-muted">
        <strong className="me-2 rounded-full bg-sunken px-2.5 py-0.5 text-sm font-semibold text-ink">
          {paymentTexts.sandbox}
        </strong>
        {paymentTexts.bankQuestion(proPrice, site.name)}
      </p>
    </Dialog>
  );
}
