import { withoutUnseen } from "./unseenCharacters.ts";

const digit = /\p{Nd}/u;

/**
 * A text with its digits as 0 to 9, whatever script they are typed in: keyboards for Arabic, Persian, Hindi and other
 * languages have digits of their own, and those for Chinese and Japanese have wide ones.
 */
export const withPlainDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, valueOfDigit);

/**
 * Unicode has the digits of a script in order from 0; where scripts follow each other, the next ten begin with 0 again.
 */
function valueOfDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (digit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** The whole number that someone typed; null for another text. */
export function readWholeNumber(typed: string): number | null {
  const digits = withPlainDigits(withoutUnseen(typed));
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
