import { LANGUAGE } from "@survey-app/texts/language.ts";

/** How a language writes prices: `12` as `$12.00`. */
export function dollarFormat(language: string): (price: number) => string {
  const dollars = new Intl.NumberFormat(language, { style: "currency", currency: "USD" });
  // In Arabic the sign after "US" would otherwise be drawn before it.
  return (price) => dollars.format(price).replace(/US\$$/, "$&\u200e");
}

/** `12` as the reader's language writes it. */
export const formatDollars = dollarFormat(LANGUAGE);
