import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Whose password it is to be. */
export interface Owner {
  name: string;
  email: string;
}

/** A word that guessers begin with: a common password, or one that everybody knows about the owner. */
export type KnownWord = "common" | "own";

interface Known {
  /** The fifty thousand most frequent passwords, in lower case. */
  passwords: ReadonlySet<unknown>;
  estimator: ZxcvbnFactory;
}

/**
 * How many of the most frequent passwords count inside a longer one, too. Further down the list are names and the words of
 * a dictionary: each of them with "2026!" behind it would be refused.
 */
const DECORATED_MAX = 100;
/**
 * A password with a known word in it needs this many guesses, as a power of ten. The estimator counts a factor of ten for
 * each character that it doesn't know, so about seven of them make up for the word.
 */
const GUESSES_LOG10_MIN = 8.05;
/** The estimate takes time with the square of the length: a password's first 64 characters take up to 50 ms. */
const ESTIMATED_LENGTH_MAX = 64;
/** Shorter own words are found in too much: "Ann" in "planned". */
const OWN_WORD_MIN = 4;
const PRODUCT = "Survey App";

let known: Promise<Known> | undefined;

/** Loaded with the first new password: 10 MB. */
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
 * The known word that makes a password easy to guess, with the usual substitutions undone ("P@ssw0rd") and whatever stands
 * beside it; null for a password without such a word, or with enough beside it ("Nora-likes-tea7!").
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

/** The name, the address before the @ and the product's name: each as it is, its parts, and these run together. */
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
