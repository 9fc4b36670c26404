import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** The user whose password it will be. */
export interface Owner {
  name: string;
  email: string;
}

/** A word that attackers try first: a common password, or a word that is public about the owner. */
export type KnownWord = "common" | "own";

interface Known {
  /** The fifty thousand most frequent passwords, in lower case. */
  passwords: ReadonlySet<unknown>;
  estimator: ZxcvbnFactory;
}

/**
 * How many of the most frequent passwords are also rejected as part of a longer one. Further down the list are names and
 * dictionary words, and each of them followed by "2026!" would be rejected.
 */
const DECORATED_MAX = 100;
/**
 * A password that contains a known word must need this many guesses, as a power of ten. The estimator counts a factor of
 * ten for each unknown character, so about seven of them make up for the word.
 */
const GUESSES_LOG10_MIN = 8.05;
/** The estimate takes quadratic time: the first 64 characters of a password take up to 50 ms. */
const ESTIMATED_LENGTH_MAX = 64;
/** Shorter own words occur in too many others: "Ann" in "planned". */
const OWN_WORD_MIN = 4;
const PRODUCT = "Survey App";

let known: Promise<Known> | undefined;

/** Loaded for the first new password, because it takes 10 MB. */
async function loadKnown(): Promise<Known> {
  const [{ ZxcvbnFactory }, { dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const passwords = dictionary["passwords-common"];
  return {
    passwords: new Set(passwords),
    estimator: new ZxcvbnFactory({
      dictionary: { common: passwords.slice(0, DECORATED_MAX) },
      maxLength: ESTIMATED_LENGTH_MAX,
    }),
  };
}

/**
 * Finds the known word that makes a password easy to guess, also with the usual substitutions ("P@ssw0rd") and with
 * other characters around it. Null for a password without such a word, or with enough else ("Nora-likes-tea7!").
 */
export async function findKnownWord(password: string, owner: Owner): Promise<KnownWord | null> {
  known ??= loadKnown();
  const { passwords, estimator } = await known;
  if (passwords.has(password.toLowerCase())) return "common";
  const estimate = estimator.check(withoutAccents(password), ownWords(owner));
  if (estimate.guessesLog10 >= GUESSES_LOG10_MIN) return null;
  const found = estimate.sequence.map(({ dictionaryName }) => dictionaryName);
  if (found.includes("common")) return "common";
  return found.includes("userInputs") ? "own" : null;
}

/** The name, the local part of the address and the product's name: each as it is, its parts, and its parts joined. */
function ownWords({ name, email }: Owner): string[] {
  return [name, email.split("@", 1)[0] ?? "", PRODUCT]
    .flatMap((text) => {
      const parts = text.split(/[^\p{L}\p{N}]+/u);
      return [text, parts.join(""), ...parts, ...text.split(/\P{L}+/u)];
    })
    .map(withoutAccents)
    .filter((word) => word.length >= OWN_WORD_MIN);
}

function withoutAccents(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}
