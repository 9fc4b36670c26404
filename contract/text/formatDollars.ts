import { LANGUAGE } from "@survey-app/texts/language.ts";

const dollars = new Intl.NumberFormat(LANGUAGE, { style: "currency", currency: "USD" });

/** `12` as `$12.00`, or as the reader's language writes it. */
export function formatDollars(price: number): string {
  // In Arabic the sign after "US" would otherwise be drawn before it.
  return dollars.format(price).replace(/US\$$/, "$&\u200e");
}
