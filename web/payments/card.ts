import { withPlainDigits } from "@survey-app/contract/text/digits.ts";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import * as z from "zod/mini";
import { digitsOf } from "./grouping.ts";

/** The typed fields of a card. */
export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

const NAME_MAX = 80;

/** The checks that don't need a request; the provider decides whether the card is good. */
export const cardForm = (now: () => number) =>
  z.object({
    number: z.string().check(
      z.overwrite(withPlainDigits),
      z.refine((text) => digitsOf(text) !== "", { error: paymentTexts.cardErrors.noNumber, abort: true }),
      z.refine((text) => /^\d{12,19}$/.test(digitsOf(text)), {
        error: paymentTexts.cardErrors.shortNumber,
        abort: true,
      }),
      z.refine((text) => hasRightCheckDigit(digitsOf(text)), paymentTexts.cardErrors.wrongNumber),
    ),
    expiry: z.string().check(
      z.overwrite(withPlainDigits),
      z.refine((text) => text.trim() !== "", { error: paymentTexts.cardErrors.noExpiry, abort: true }),
      z.refine((text) => readExpiry(text) !== null, {
        error: paymentTexts.cardErrors.wrongExpiry,
        abort: true,
      }),
      z.refine((text) => !isOver(text, now()), paymentTexts.cardErrors.expired),
    ),
    cvc: z.string().check(
      z.overwrite(withPlainDigits),
      z.refine((text) => text.trim() !== "", { error: paymentTexts.cardErrors.noCvc, abort: true }),
      z.refine((text) => /^\d{3,4}$/.test(text.trim()), paymentTexts.cardErrors.wrongCvc),
    ),
    name: z.string().check(z.maxLength(NAME_MAX, paymentTexts.cardErrors.longName(NAME_MAX))),
  });

/** The last digit is a checksum of the others (ISO 7812, Luhn), which catches most typos. */
function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Month and four-digit year of `08/29`, `8/2029`, `0829` and the like. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const [, month, year] =
    /^\s*(\d{1,2})\s*[/-]\s*(\d{4}|\d{2})\s*$/.exec(text) ?? /^(\d{2})(\d{4}|\d{2})$/.exec(text) ?? [];
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return null;
  return { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) };
}

/** A card is valid until its month has ended in every time zone. */
function isOver(text: string, now: number): boolean {
  const expiry = readExpiry(text);
  return expiry !== null && Date.UTC(expiry.year, expiry.month) + 12 * 3600_000 < now;
}
