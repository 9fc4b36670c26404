import { PRODUCT } from "@survey-app/contract/sharing/siteLook.ts";

/** The user whose password it will be. */
export interface Owner {
  name: string;
  email: string;
  /** The name of the site that it is for. */
  site?: string;
}

/** A word that attackers try first: a common password, or a word that is public about the owner. */
export type KnownWord = "common" | "own";

/**
 * A password that contains a known word must need this many guesses, as a power of ten. The estimator counts a factor
 * of ten for each unknown character, so about seven of them make up for the word.
 */
const GUESSES_LOG10_MIN = 8.05;
/** Shorter own words occur in too many others: "Ann" in "planned". */
const OWN_WORD_MIN = 4;

/**
 * Finds the known word that makes a password easy to guess, even with the usual substitutions ("P@ssw0rd") and with
 * other characters around it. Null for a password without such a word, or with enough else ("Nora-likes-tea7!").
 */
export async function findKnownWord(password: string, owner: Owner): Promise<KnownWord | null> {
  // Imported for the first new password, because it takes 10 MB. Node keeps it for the next ones.
  const { passwords, estimator } = await import("./commonPasswords.ts");
  if (passwords.has(password.toLowerCase())) return "common";
  const estimate = estimator.check(withoutAccents(password), ownWords(owner));
  if (estimate.guessesLog10 >= GUESSES_LOG10_MIN) return null;
  const found = estimate.sequence.map(({ dictionaryName }) => dictionaryName);
  if (found.includes("common")) return "common";
  return found.includes("userInputs") ? "own" : null;
}

/**
 * The name, the local part of the address, and the names of the product and the site: each whole, in parts, and joined.
 */
function ownWords({ name, email, site = "" }: Owner): string[] {
  return [name, email.split("@", 1)[0] ?? "", PRODUCT, site]
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
