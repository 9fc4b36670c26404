import type { Stripe, StripeElementStyle } from "@stripe/stripe-js";
// Its pure form: the other one loads Stripe's script as soon as it is imported.
import { loadStripe } from "@stripe/stripe-js/dist/pure.mjs";
import { texts } from "../texts/texts.ts";
import type { Verdict } from "./usePay.ts";

/** What the DOM's types don't have yet (https://w3c.github.io/trusted-types/). */
interface TrustedTypes {
  defaultPolicy: object | null;
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string | null }): object;
}

/** Loads Stripe's script, which only this does and only the payment page asks for. Fails where it can't be reached. */
export async function loadStripeScript(publishableKey: string): Promise<Stripe> {
  trustStripe();
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe's script is for browsers");
  return stripe;
}

/**
 * Our pages load scripts by trusted addresses only. Stripe's script adds further ones of its own, and for pages like
 * ours Stripe asks for a default policy (https://docs.stripe.com/security/guide#content-security-policy): it trusts
 * Stripe's addresses and nothing else, and everything but script addresses stays forbidden.
 */
function trustStripe(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy("default", { createScriptURL: (url) => (isStripes(url) ? url : null) });
}

/** On js.stripe.com or a subdomain of it; the slash right behind the host leaves no room for another one. */
const isStripes = (address: string) => /^https:\/\/([\w-]+\.)*js\.stripe\.com\//.test(address);

type Confirmed = Awaited<ReturnType<Stripe["confirmCardPayment"]>>;

/** What Stripe's answer comes to. */
export function verdictOf({ paymentIntent, error }: Confirmed): Verdict {
  // A payment that was confirmed before is answered as an error that has it.
  const intent = paymentIntent ?? error?.payment_intent;
  if (intent?.status === "succeeded") return { is: "paid", transactionId: intent.id };
  if (intent?.status === "processing") return { is: "processing", transactionId: intent.id };
  const isSpent = error?.code === "payment_intent_unexpected_state";
  return { is: "declined", message: error?.message ?? texts.bankRefused, isSpent };
}

/** Our look for Stripe's fields, which stand in frames that our style sheet does not reach. */
export function fieldStyle(): StripeElementStyle {
  return {
    base: {
      color: colourOf("text-ink"),
      iconColor: colourOf("text-muted"),
      fontFamily: "system-ui, sans-serif",
      fontSize: "16px",
      lineHeight: "24px",
      "::placeholder": { color: colourOf("text-muted") },
    },
    invalid: { color: colourOf("text-danger"), iconColor: colourOf("text-danger") },
  };
}

/** The colour that a class has now, in light or dark. */
function colourOf(name: string): string {
  const probe = document.createElement("span");
  probe.className = name;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Tells when the colours change: by the system, or by the switch on the page. */
export function onColours(listener: () => void): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = new MutationObserver(listener);
  dark.addEventListener("change", listener);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    dark.removeEventListener("change", listener);
    chosen.disconnect();
  };
}
