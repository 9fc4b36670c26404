import * as z from "zod/mini";

/** The typed fields of a card. */
export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

/** Checks what needs no request; the provider decides whether the card is good. */
export const cardForm = (now: () => number) =>
  z.object({
    number: z.string().check(
      z.refine((text) => digitsOf(text) !== "", { error: "Card number is required", abort: true }),
      z.refine((text) => /^\d{12,19}$/.test(digitsOf(text)), { error: "This card number is incomplete", abort: true }),
      z.refine((text) => hasRightCheckDigit(digitsOf(text)), "This card number has a mistake in it"),
    ),
    expiry: z.string().check(
      z.refine((text) => text.trim() !== "", { error: "Expiry is required", abort: true }),
      z.refine((text) => readExpiry(text) !== null, {
        error: "Expiry must be month and year, like 08/29",
        abort: true,
      }),
      z.refine((text) => !isOver(text, now()), "This card has expired"),
    ),
    cvc: z.string().check(
      z.refine((text) => text.trim() !== "", { error: "CVC is required", abort: true }),
      z.refine((text) => /^\d{3,4}$/.test(text.trim()), "CVC has three or four digits"),
    ),
    name: z.string().check(z.maxLength(80, "Name on card must have at most 80 characters")),
  });

export const digitsOf = (text: string): string => text.replace(/\D/g, "");

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
