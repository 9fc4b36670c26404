import { withPlainDigits } from "@survey-app/contract/text/digits.ts";

/** A field's text and the position of its caret. */
export interface Typed {
  text: string;
  caret: number;
}

const DIGITS_MAX = 19;

export const digitsOf = (text: string): string => withPlainDigits(text).replace(/\D/g, "");

/**
 * Groups a card number by four digits as it is typed, pasted or filled in; the caret stays after the same digit.
 * @param before the field's former text
 * @param erases whether the last key was Backspace: after a gap it deletes the digit before it, because deleting the
 *   gap would change nothing
 */
export function grouped({ text, caret }: Typed, before: string, erases: boolean): Typed {
  let digits = digitsOf(text);
  let behind = digitsOf(text.slice(0, caret)).length;
  if (erases && behind > 0 && digits === digitsOf(before)) {
    digits = digits.slice(0, behind - 1) + digits.slice(behind);
    behind -= 1;
  }
  digits = digits.slice(0, DIGITS_MAX);
  behind = Math.min(behind, digits.length);
  // After a full group the caret stays before the gap, unless the user types at the end.
  const gaps = Math.max(0, Math.ceil(behind / 4) - 1);
  return { text: digits.replace(/(\d{4})(?=\d)/g, "$1 "), caret: behind + gaps };
}

/** Formats `0829` as `08/29` when it is typed at the end; other input is left unchanged. */
export function slashed({ text: typed, caret }: Typed): Typed {
  const text = withPlainDigits(typed);
  if (caret !== text.length || !/^\d{3,4}$/.test(text)) return { text, caret };
  return { text: `${text.slice(0, 2)}/${text.slice(2)}`, caret: caret + 1 };
}
