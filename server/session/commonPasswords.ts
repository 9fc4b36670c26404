import { PASSWORD_MIN } from "@survey-app/contract/session.ts";
import { readingsOf } from "./readings.ts";

/**
 * Of how many of the most frequent passwords the decorated forms count, too: as many as ASVS 6.2.4 wants compared at
 * least. Further down the list are the words of a dictionary, and any of them with "7!" behind it would be refused.
 */
const DECORATED_MAX = 3000;
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
 * What may have been decorated, because the product's rule has everybody add a digit and a sign: the password without
 * some of the digits and signs at its ends, in each reading. What is taken off has to be too short to be a password by
 * itself: with more of them than that the word is no longer most of what has to be guessed.
 */
function coresOf(password: string): string[] {
  const readings = readingsOf(password);
  const [plain = ""] = readings;
  const before = plain.search(/\p{L}|$/u);
  const behind = [...plain]
    .reverse()
    .join("")
    .search(/\p{L}|$/u);
  return readings.flatMap((reading) => {
    const cores: string[] = [];
    for (let start = 0; start <= before; start++) {
      for (let cut = 0; cut <= behind && start + cut < PASSWORD_MIN; cut++) {
        const core = reading.slice(start, reading.length - cut);
        if (core.length >= WORD_MIN) cores.push(core);
      }
    }
    return cores;
  });
}
