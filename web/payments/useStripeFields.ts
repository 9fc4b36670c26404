import type {
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeElementChangeEvent,
} from "@stripe/stripe-js";
import { type RefObject, useEffect, useState } from "react";
import { fieldStyle, loadStripeScript, onColors } from "./stripe.ts";

type Part = "number" | "expiry" | "cvc";

interface Mounted {
  stripe: Stripe;
  number: StripeCardNumberElement;
  all: readonly (StripeCardNumberElement | StripeCardExpiryElement | StripeCardCvcElement)[];
}

/** Mounts Stripe's own fields in the three containers; our script never sees what is typed into them. */
export function useStripeFields(publishableKey: string, containers: Record<Part, RefObject<HTMLDivElement | null>>) {
  const [mounted, setMounted] = useState<Mounted | null>(null);
  const [errors, setErrors] = useState<Partial<Record<Part, string>>>({});
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the containers stay the same while the form is mounted
  useEffect(() => {
    let isWanted = true;
    let all: Mounted["all"] = [];
    let stopColors: (() => void) | null = null;
    const say = (part: Part) => (event: StripeElementChangeEvent & { error?: { message: string } | undefined }) =>
      setErrors((before) => ({ ...before, [part]: event.error?.message ?? "" }));
    setFailed(false);
    loadStripeScript(publishableKey)
      .then((stripe) => {
        const { number: numberContainer, expiry: expiryContainer, cvc: cvcContainer } = containers;
        if (!isWanted || !numberContainer.current || !expiryContainer.current || !cvcContainer.current) return;
        const elements = stripe.elements({ locale: "en" });
        const style = fieldStyle();
        const number = elements.create("cardNumber", { style, showIcon: true });
        const expiry = elements.create("cardExpiry", { style });
        const cvc = elements.create("cardCvc", { style });
        number.on("change", say("number"));
        expiry.on("change", say("expiry"));
        cvc.on("change", say("cvc"));
        number.on("ready", () => isWanted && setMounted({ stripe, number, all }));
        number.on("loaderror", () => isWanted && setFailed(true));
        all = [number, expiry, cvc];
        number.mount(numberContainer.current);
        expiry.mount(expiryContainer.current);
        cvc.mount(cvcContainer.current);
        stopColors = onColors(() => {
          for (const each of all) each.update({ style: fieldStyle() });
        });
      })
      .catch(() => isWanted && setFailed(true));
    return () => {
      isWanted = false;
      stopColors?.();
      for (const each of all) each.destroy();
      setMounted(null);
    };
  }, [publishableKey, attempt]);

  return { mounted, errors, hasFailed, retry: () => setAttempt(attempt + 1) };
}
