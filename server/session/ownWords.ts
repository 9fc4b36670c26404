import { isLittle, readingsOf } from "./readings.ts";

/** Whose password it is to be. */
export interface Owner {
  name: string;
  email: string;
}

const PRODUCT = "Survey App";
/** Shorter ones are found in too much: "Ann" in "planned". */
const WORD_MIN = 4;

/**
 * Whether a password is made of what everybody knows about its owner: the parts of the name, the address before the @,
 * the product's name, and has little beside them ("Nora-2026!" does, "Nora-likes-tea7!" does not).
 */
export function isMadeOfOwnWords(password: string, { name, email }: Owner): boolean {
  const words = [name, email.split("@", 1)[0] ?? "", PRODUCT].flatMap(wordsOf);
  const readings = words.map(readingsOf).filter(([plain = ""]) => plain.length >= WORD_MIN);
  return readingsOf(password).some((reading, at) => {
    const read = readings.map((word) => word[at] ?? "").sort((one, other) => other.length - one.length);
    const left = read.reduce((rest, word) => rest.replaceAll(word, ""), reading);
    return left !== reading && isLittle(left);
  });
}

/** A text as it is, its parts, and these run together. */
function wordsOf(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{N}]+/u);
  return [text, parts.join(""), ...parts, ...text.split(/\P{L}+/u)];
}
