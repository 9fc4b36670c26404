import { LANGUAGE } from "@survey-app/texts/language.ts";

const dollars = new Intl.NumberFormat(LANGUAGE, { style: "currency", currency: "USD" });

/** `12` as `$12.00`, or as the reader's language writes it. */
export function formatDollars(price: number): string {
  return dollars.format(price);
}
