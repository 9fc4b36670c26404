import { PASSWORD_MIN } from "@survey-app/contract/session.ts";
import { readingsOf } from "./readings.ts";

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
 * the product's name. It is if what is left without them is too short to be a password by itself; with that much beside
 * it, a name is no better known than any other word ("Nora2026!" is refused, "Nora-likes-tea7!" is not).
 */
export function isMadeOfOwnWords(password: string, { name, email }: Owner): boolean {
  const words = [name, email.split("@", 1)[0] ?? "", PRODUCT].flatMap(wordsOf);
  const readings = words.map(readingsOf).filter(([plain = ""]) => plain.length >= WORD_MIN);
  return readingsOf(password).some((reading, at) => {
    const read = readings.map((word) => word[at] ?? "").sort((one, other) => other.length - one.length);
    const left = read.reduce((rest, word) => rest.replaceAll(word, ""), reading);
    return left !== reading && left.length < PASSWORD_MIN;
  });
}

/** A text as it is, its parts, and these run together. */
function wordsOf(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{N}]+/u);
  return [text, parts.join(""), ...parts, ...text.split(/\P{L}+/u)];
}
