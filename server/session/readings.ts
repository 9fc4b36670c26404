import { PASSWORD_MIN } from "@survey-app/contract/session.ts";

/** What a sign stands for where a letter is dressed up. `1` and `!` stand for two: for i in one reading, for l in the other. */
const letters: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "8": "b",
  "3": "e",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

/**
 * The ways in which a guesser reads a text, each in lower case and without accents: as it is, and with the usual
 * substitutions undone ("P@ssw0rd" is "password").
 */
export function readingsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const undone = [...plain].map((sign) => letters[sign] ?? sign).join("");
  return [plain, undone.replaceAll(/[1!]/g, "i"), undone.replaceAll(/[1!]/g, "l")];
}

/**
 * Whether what a password has beside a word that guessers begin with is too little to be a password by itself. Signs don't
 * count: they are put where words end, and there are few. With more than that, such a word does no harm.
 */
export function isLittle(rest: string): boolean {
  return rest.replaceAll(/[^\p{L}\p{N}]/gu, "").length < PASSWORD_MIN;
}
