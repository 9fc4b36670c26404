import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { useSignedInUser } from "../session/useSession.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { PayButton } from "./PayButton.tsx";
import type { CardFormProps } from "./SandboxCardForm.tsx";
import { verdictOf } from "./stripe.ts";
import { useStripeFields } from "./useStripeFields.ts";

interface StripeCardFormProps extends CardFormProps {
  publishableKey: string;
}

/** Stripe's card form: the card's fields are Stripe's iframes, so that card numbers never reach our code. */
export function StripeCardForm({ pay, isPaying, problem, publishableKey }: StripeCardFormProps) {
  const { email, name } = useSignedInUser();
  const containers = {
    number: useRef<HTMLDivElement>(null),
    expiry: useRef<HTMLDivElement>(null),
    cvc: useRef<HTMLDivElement>(null),
  };
  const { mounted, errors, hasFailed, retry } = useStripeFields(publishableKey, containers);
  useEffect(() => {
    for (const each of mounted?.all ?? []) each.update({ disabled: isPaying });
  }, [mounted, isPaying]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!mounted) return;
    const onCard = String(new FormData(event.currentTarget).get("name")).trim();
    const { stripe, number } = mounted;
    void pay(async (clientSecret) => {
      const billing_details = { email, name: onCard || name };
      const payment_method = { card: number, billing_details };
      return verdictOf(await stripe.confirmCardPayment(clientSecret, { payment_method }));
    });
  }

  return (
    <form noValidate method="post" onSubmit={submit} className="space-y-5">
      <h2 className="text-xl">{paymentTexts.yourCard}</h2>
      {hasFailed && <ErrorPanel text={paymentTexts.cardFormGone} onRetry={retry} />}
      <StripeField label={paymentTexts.cardNumber} container={containers.number} error={errors.number} />
      <div className="grid grid-cols-2 gap-4">
        <StripeField label={paymentTexts.expiry} container={containers.expiry} error={errors.expiry} />
        <StripeField label={paymentTexts.cvc} container={containers.cvc} error={errors.cvc} />
      </div>
      <TextField label={paymentTexts.nameOnCard} name="name" optional autoComplete="cc-name" readOnly={isPaying} />
      {/* After a failure the panel above says why. */}
      <PayButton
        isPaying={isPaying}
        waiting={mounted ? undefined : hasFailed ? "" : uiTexts.loading}
        problem={problem}
      />
      <p className="text-sm text-muted">{paymentTexts.goesToStripe}</p>
    </form>
  );
}

interface StripeFieldProps {
  label: string;
  container: RefObject<HTMLDivElement | null>;
  error: string | undefined;
}

/** The container of one Stripe field. Stripe names its field by the label and moves the focus there. */
function StripeField({ label, container, error }: StripeFieldProps) {
  const id = `stripe-${label.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <div ref={container} id={id} className="field" />
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
