/** Text as people are searched by: lower case, and letters that only look different made one (NFKC). */
export function normalizeText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Stands before every word, so that the first letter of a word makes three characters with it: what the indexes hold. */
const BEFORE_WORD = "  ";

/**
 * Text as surveys are searched by: `searchable`, then spelled in a–z, 0–9 and spaces, every other character as five
 * capitals. So the indexes of both engines find letters of every script, and signs, under any locale; and nothing in
 * it means something to `like` or to FTS5. A sign is a word of its own.
 */
export function encodeForSearch(text: string): string {
  const words = normalizeText(text).match(/[\p{L}\p{M}\p{N}]+|\S/gu) ?? [];
  return words.map((word) => BEFORE_WORD + word.replaceAll(/[^a-z0-9]/gu, inCapitals)).join("");
}

/** Z, which is no digit, and four digits to base 25: enough for every character that has a meaning. */
function inCapitals(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `Z${[15_625, 625, 25, 1].map((unit) => String.fromCharCode(65 + (Math.floor(code / unit) % 25))).join("")}`;
}

/** Trigrams of a search that the indexes are asked for, at most: each more costs, and eight leave little else. */
const TRIGRAMS_MAX = 8;

/**
 * What of a sought part the index of texts is asked for: its longest word, or where all are short its beginning. What the
 * index finds is compared with the whole part then.
 */
export function indexedPart(part: string): string {
  const words = part.match(/(?: {2})?[^ ]+/g) ?? [];
  const longest = words.reduce((long, word) => (word.length > long.length ? word : long), "");
  return (longest.length > 5 ? longest : part).slice(0, TRIGRAMS_MAX + 2);
}

/** All three characters in a row of a text, each once. */
export function trigramsOf(part: string): string[] {
  return [...new Set(Array.from({ length: Math.max(0, part.length - 2) }, (_, at) => part.slice(at, at + 3)))];
}

/** The part of a spelled text that a search for `q` asks for: any part, or from less than three characters the beginning of a word. */
export function encodeSearchTerm(q: string): string {
  const whole = encodeForSearch(q);
  const part = whole.slice(BEFORE_WORD.length);
  return part.length < 3 ? whole : part;
}
