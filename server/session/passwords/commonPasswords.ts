import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { dictionary } from "@zxcvbn-ts/language-common";

/**
 * The number of the most frequent passwords that are also rejected as part of a longer one. Further down the list are
 * names and dictionary words: "2026!" after any of them would be rejected, too.
 */
const DECORATED_MAX = 100;
/** The estimate takes quadratic time: the first 64 characters of a password take up to 50 ms. */
const ESTIMATED_LENGTH_MAX = 64;

const mostFrequent = dictionary["passwords-common"];

/** The fifty thousand most frequent passwords, in lower case. */
export const passwords: ReadonlySet<unknown> = new Set(mostFrequent);

export const estimator = new ZxcvbnFactory({
  dictionary: { common: mostFrequent.slice(0, DECORATED_MAX) },
  maxLength: ESTIMATED_LENGTH_MAX,
});

/** The number of guesses, as a power of ten, for a text made of common passwords, names and dictionary words. */
export const guessesInWords = (text: string): number =>
  new ZxcvbnFactory({ dictionary, maxLength: ESTIMATED_LENGTH_MAX }).check(text).guessesLog10;
