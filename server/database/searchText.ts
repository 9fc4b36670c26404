import { foldText, normalizeText } from "./foldText.ts";

/** Precedes every word, so that a word's first letter forms a trigram, which is what the indexes store. */
const WORD_PREFIX = "  ";

/**
 * Begins a text that was folded before it was encoded, if it has characters outside of ASCII. Version 1.0 didn't fold:
 * its texts with such characters don't have the mark, so they are found and encoded again (ops/foldedTexts.sql.ts).
 */
const FOLDED_MARK = "F";

/**
 * Matches an encoded character outside of ASCII, except control characters: its code is 150 or more. In SQL:
 * `isFormerSearchText` of `Dialect`.
 */
const OUTSIDE_ASCII = /Z(?:[B-Y]|A[B-Y]|AA[G-Y])/;

/**
 * Encodes a text for searching surveys: folded, then only a–z, 0–9 and spaces, and every other character as five
 * capitals. So the indexes of both engines find letters of every script, and symbols, under any locale, and the text
 * contains nothing special to `like` or FTS5. Each symbol is a separate word.
 */
export function encodeForSearch(text: string): string {
  const encoded = encodeWords(foldText(text));
  return OUTSIDE_ASCII.test(encoded) ? FOLDED_MARK + encoded : encoded;
}

/** Encodes a folded text, or a word of one, without the mark, to search for it in encoded texts. */
export function encodeWords(text: string): string {
  const words = text.match(/[\p{L}\p{M}\p{N}]+|\S/gu) ?? [];
  return words.map((word) => WORD_PREFIX + word.replaceAll(/[^a-z0-9]/gu, encodeCharacter)).join("");
}

/** Z, then four base-25 digits (A–Y): enough for every assigned character. */
function encodeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `Z${[15_625, 625, 25, 1].map((unit) => String.fromCharCode(65 + (Math.floor(code / unit) % 25))).join("")}`;
}

/** The most trigrams of a search that use the index: each further one costs time, and eight are already selective. */
const TRIGRAMS_MAX = 8;

/**
 * Returns the part of an encoded search term to look up in the text index: its longest word, or its beginning if all
 * words are short. The index's matches are then compared with the whole term.
 */
export function indexedTerm(term: string): string {
  const words = term.match(/(?: {2})?[^ ]+/g) ?? [];
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), "");
  return (longest.length > 5 ? longest : term).slice(0, TRIGRAMS_MAX + 2);
}

/** Returns the distinct trigrams of a text. */
export function trigramsOf(term: string): string[] {
  return [...new Set(Array.from({ length: Math.max(0, term.length - 2) }, (_, index) => term.slice(index, index + 3)))];
}

/**
 * Encodes a search for `q`, to be found anywhere in an encoded text; terms shorter than three characters match word
 * beginnings only.
 */
export const encodeSearchTerm = (q: string): string => toTerm(foldText(q));

/** The same as version 1.0 encoded it, for texts that aren't folded yet. */
export const encodeFormerTerm = (q: string): string => toTerm(normalizeText(q));

function toTerm(text: string): string {
  const whole = encodeWords(text);
  const term = whole.slice(WORD_PREFIX.length);
  return term.length < 3 ? whole : term;
}
