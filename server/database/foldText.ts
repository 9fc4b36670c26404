import { withPlainDigits } from "@survey-app/contract/text/digits.ts";

/** Normalizes a text as version 1.0 did for searching: lower case, and compatibility characters unified (NFKC). */
export function normalizeText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Texts in which only the case is folded. */
const ASCII = /^[\0-\x7f]*$/;

/**
 * Characters that are not seen, such as soft hyphens, joiners and direction marks, and the line that stretches Arabic
 * words.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

/**
 * Accents and vowel signs after letters of scripts whose readers search without them. Those of other scripts make other
 * letters: が is not か.
 */
const MARKS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;

/**
 * Marks after Cyrillic letters that don't form another letter: stress marks. So й, ї and ў stay letters; for ё people
 * write е, and ѐ and ѝ are stressed.
 */
const CYRILLIC_MARKS = /(?<=\p{Script=Cyrillic})\p{M}+/gu;

/** Letters that people type for others, or for punctuation that keyboards don't have. */
const SAME: Record<string, string> = {
  ...sameAs("ss", "ß"),
  ...sameAs("ae", "æ"),
  ...sameAs("oe", "œ"),
  ...sameAs("th", "þ"),
  ...sameAs("b", "ƀɓ"),
  ...sameAs("d", "đðɖɗ"),
  ...sameAs("e", "əǝɛ"),
  ...sameAs("g", "ǥɠ"),
  ...sameAs("h", "ħ"),
  ...sameAs("i", "ıɨ"),
  ...sameAs("k", "ƙĸ"),
  ...sameAs("l", "łƚ"),
  ...sameAs("n", "ŋɲ"),
  ...sameAs("o", "øɔɵ"),
  ...sameAs("t", "ŧƭ"),
  ...sameAs("u", "ʉ"),
  ...sameAs("y", "ƴ"),
  ...sameAs("z", "ƶ"),
  ...sameAs("σ", "ς"),
  ...sameAs("е", "ёѐ"),
  ...sameAs("и", "ѝ"),
  // Forms of alef, yeh, heh and kaf, also those of Persian and Urdu keyboards. The hamza above or below a letter is a
  // mark.
  ...sameAs("ا", "ٱ"),
  ...sameAs("ي", "ىیے"),
  ...sameAs("ه", "ةہەھ"),
  ...sameAs("ك", "ک"),
  ...sameAs("'", "‘’‚‛ʻʼ´`׳"),
  ...sameAs('"', "“”„‟«»״"),
  ...sameAs("-", "‐‑‒–—―־−"),
};

function sameAs(folded: string, characters: string): Record<string, string> {
  return Object.fromEntries([...characters].map((character) => [character, folded]));
}

/**
 * Folds a text for searching, so that people find texts when they type without accents or on another keyboard: case,
 * accents, vowel signs, widths, digits, and letters such as ß, ł and ı. Only this function decides that: both engines
 * compare its results. Folding again changes nothing, and in ASCII it only lowers the case.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return withPlainDigits(normalizeText(text))
    .replaceAll(INVISIBLE, "")
    .normalize("NFC")
    .replaceAll(CYRILLIC_MARKS, "")
    .normalize("NFD")
    .replaceAll(MARKS, "")
    .normalize("NFC")
    .replaceAll(/[^\0-\x7f]/gu, (character) => SAME[character] ?? character);
}

/**
 * The folded text to store beside a text; null if the text is ASCII: then the database can fold it. Null is stored for
 * other texts, too, while they aren't folded: those that version 1.0 writes, and those from before
 * (ops/foldedTexts.sql.ts).
 */
export function storedFold(text: string): string | null {
  return ASCII.test(text) ? null : foldText(text);
}

/**
 * The forms in which a stored text can contain `text`: folded, and as version 1.0 compares it, until the stored one is
 * folded.
 */
export function formsOf(text: string): string[] {
  return [...new Set([foldText(text), normalizeText(text)])];
}
