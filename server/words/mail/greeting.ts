import * as mailTexts from "@survey-app/texts/mailTexts.ts";

/** Names that are longer, or have more words, may be sentences. */
const CHARACTERS_MAX = 40;
const WORDS_MAX = 4;

/** A word of a name: letters, with apostrophes and hyphens between them. No digits, no dots inside, no slashes. */
const WORD = /^\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*$/u;
const INITIAL = /^\p{L}\.$/u;
const WEB_WORD = /^(?:www|https?)$/i;
/**
 * Latin letters mixed with look-alikes of other scripts, and letters without a visible glyph: real names don't contain
 * them.
 */
const FORGED_WORD = /(?=.*\p{Script=Latin}).*(?=\p{L})[^\p{Script=Latin}\p{Script=Common}]|[\u115f\u1160\u3164\uffa0]/u;

/**
 * The greeting of an email: with the first word of the reader's name, if the whole name looks like one. A stranger may
 * have created the account before its owner confirmed the address, and "Your account was hacked" consists of words like
 * any name. A single word carries no message.
 * @param name null for a greeting without a name
 */
export function greeting(name: string | null): string {
  const [first = ""] = name?.split(" ") ?? [];
  return name !== null && isPersonsName(name) ? mailTexts.greeting(first) : mailTexts.greetingWithoutName;
}

/** Whether a text looks like a name and not like a sentence or an address. */
export function isPersonsName(name: string): boolean {
  const words = name.split(" ");
  return (
    words.join(" ").length <= CHARACTERS_MAX &&
    words.length <= WORDS_MAX &&
    WORD.test(words[0] ?? "") &&
    words.every((word) => (WORD.test(word) || INITIAL.test(word)) && !WEB_WORD.test(word) && !FORGED_WORD.test(word))
  );
}
