import type { Stripe, StripeElementStyle } from "@stripe/stripe-js";
// The pure entry: the default one loads Stripe's script as soon as it is imported.
import { loadStripe } from "@stripe/stripe-js/dist/pure.mjs";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import type { CardResult } from "./usePay.ts";

/** Types that TypeScript's DOM library does not have yet (https://w3c.github.io/trusted-types/). */
interface TrustedTypes {
  defaultPolicy: object | null;
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string | null }): object;
}

/** Loads Stripe's script; only the payment page calls this. Rejects if the script can't be loaded. */
export async function loadStripeScript(publishableKey: string): Promise<Stripe> {
  trustStripe();
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe's script is for browsers");
  return stripe;
}

/**
 * Trusted Types: our pages load scripts from trusted URLs only. Stripe's script adds more scripts of its own, and for
 * such pages Stripe asks for a default policy (https://docs.stripe.com/security/guide#content-security-policy): it
 * trusts Stripe's URLs only, and everything but script URLs stays forbidden.
 */
function trustStripe(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy("default", { createScriptURL: (url) => (isStripes(url) ? url : null) });
}

/** js.stripe.com or a subdomain of it; the slash after the host prevents a longer host name. */
const isStripes = (address: string) => /^https:\/\/([\w-]+\.)*js\.stripe\.com\//.test(address);

type Confirmed = Awaited<ReturnType<Stripe["confirmCardPayment"]>>;

/** Maps Stripe's response to a result. */
export function verdictOf({ paymentIntent, error }: Confirmed): CardResult {
  // For a payment that was confirmed before, Stripe responds with an error that contains it.
  const intent = paymentIntent ?? error?.payment_intent;
  if (intent?.status === "succeeded") return { is: "paid", transactionId: intent.id };
  if (intent?.status === "processing") return { is: "processing", transactionId: intent.id };
  const isSpent = error?.code === "payment_intent_unexpected_state";
  return { is: "declined", message: error?.message ?? paymentTexts.bankRefused, isSpent };
}

/** Our styles for Stripe's fields, which are iframes that our style sheet does not reach. */
export function fieldStyle(): StripeElementStyle {
  return {
    base: {
      color: colorOf("text-ink"),
      iconColor: colorOf("text-muted"),
      fontFamily: "system-ui, sans-serif",
      fontSize: "16px",
      lineHeight: "24px",
      "::placeholder": { color: colorOf("text-muted") },
    },
    invalid: { color: colorOf("text-danger"), iconColor: colorOf("text-danger") },
  };
}

/** The current color of a class, in light or dark. */
function colorOf(name: string): string {
  const probe = document.createElement("span");
  probe.className = name;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Calls back when the colors change: by the system's setting or by the theme switch. */
export function onColors(listener: () => void): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = new MutationObserver(listener);
  dark.addEventListener("change", listener);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    dark.removeEventListener("change", listener);
    chosen.disconnect();
  };
}
