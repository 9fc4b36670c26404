import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { dictionary } from "@zxcvbn-ts/language-common";

/**
 * How many of the most frequent passwords are also rejected as part of a longer one. Further down the list are names and
 * dictionary words, and each of them followed by "2026!" would be rejected.
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

/** How many guesses a text takes that is made of words of common passwords, names and dictionaries, as a power of ten. */
export const guessesInWords = (text: string): number =>
  new ZxcvbnFactory({ dictionary, maxLength: ESTIMATED_LENGTH_MAX }).check(text).guessesLog10;
