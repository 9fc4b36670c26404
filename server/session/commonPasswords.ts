import { isLittle, readingsOf } from "./readings.ts";

/**
 * Of how many of the most frequent passwords the decorated forms count, too. Further down the list are names and the words
 * of a dictionary, and each of them with "2026!" behind it would be refused.
 */
const DECORATED_MAX = 100;
/** Shorter ones are found in too much. */
const WORD_MIN = 4;

/** The fifty thousand passwords that are met most often, in lower case, with their place among them. */
let common: Promise<ReadonlyMap<string, number>> | undefined;

/** Read with the first new password: 10 MB. */
async function readCommon(): Promise<ReadonlyMap<string, number>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Map(dictionary["passwords-common"].map((word, place) => [String(word), place]));
}

/** Whether guessers try this password first: a common one, or a very common one that is decorated. */
export async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon();
  const places = await common;
  if (places.has(password.toLowerCase())) return true;
  return coresOf(password).some((core) => (places.get(core) ?? DECORATED_MAX) < DECORATED_MAX);
}

/**
 * What may have been decorated, because the product's rule has everybody add a digit and a sign: the password without a
 * few of the digits and signs at its ends, in each reading.
 */
function coresOf(password: string): string[] {
  const readings = readingsOf(password);
  const [plain = ""] = readings;
  const [firstLetter, afterLetters] = [plain.search(/\p{L}|$/u), plain.search(/\P{L}*$/u)];
  const cores: string[] = [];
  for (let start = 0; start <= firstLetter; start++) {
    for (let end = Math.max(afterLetters, start + WORD_MIN); end <= plain.length; end++) {
      if (isLittle(plain.slice(0, start) + plain.slice(end)))
        cores.push(...readings.map((reading) => reading.slice(start, end)));
    }
  }
  return cores;
}
