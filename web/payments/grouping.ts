/** A field's text and where its caret stands. */
export interface Typed {
  text: string;
  caret: number;
}

const DIGITS_MAX = 19;

/**
 * A card number in groups of four as it is typed, pasted or filled in; the caret stays behind the digit that it was
 * behind. `erases`: the last key was Backspace; over a gap it takes the digit before it, or it would take nothing.
 */
export function grouped({ text, caret }: Typed, before: string, erases: boolean): Typed {
  let digits = text.replace(/\D/g, "");
  let behind = text.slice(0, caret).replace(/\D/g, "").length;
  if (erases && behind > 0 && digits === before.replace(/\D/g, "")) {
    digits = digits.slice(0, behind - 1) + digits.slice(behind);
    behind -= 1;
  }
  digits = digits.slice(0, DIGITS_MAX);
  behind = Math.min(behind, digits.length);
  // Behind a full group the caret stands before the gap, unless there the typing goes on.
  const gaps = Math.max(0, Math.ceil(behind / 4) - 1);
  return { text: digits.replace(/(\d{4})(?=\d)/g, "$1 "), caret: behind + gaps };
}

/** `0829` as `08/29` while it is typed at its end; whatever else is typed stays as it is. */
export function slashed({ text, caret }: Typed): Typed {
  if (caret !== text.length || !/^\d{3,4}$/.test(text)) return { text, caret };
  return { text: `${text.slice(0, 2)}/${text.slice(2)}`, caret: caret + 1 };
}
