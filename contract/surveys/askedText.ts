import type { PassRule } from "../ballots/passRule.ts";
import type { TranslatedQuestion } from "./translations.ts";

/**
 * The picture of a question, in a form that never changes while the picture is the same: `file` and the SHA-256 of an
 * upload's largest file; `address` and the SHA-256 of any other address, which proves nothing about what the address
 * shows; null for a drawing of a category.
 */
export type PictureHash = string | null;

/** Whether a value from an untrusted source is a `PictureHash`. */
export const isPictureHash = (value: unknown): value is PictureHash =>
  value === null || (typeof value === "string" && /^(file|address) [0-9a-f]{64}$/.test(value));

/**
 * The text whose SHA-256 identifies the question of a ledger of format 3 and of a ballot: the question with its
 * translations, the original first, each with its description of the picture; the picture; and the pass rule. It
 * doesn't contain objects, so that a question has only one text: `JSON.stringify` writes lists, texts and whole numbers
 * as RFC 8785 has them, without spaces, in UTF-8.
 */
export function askedText(
  { language, Title, Description, imageAlt, translations }: TranslatedQuestion,
  { picture, passRule }: { picture: PictureHash; passRule: PassRule | null },
): string {
  const all = [{ language, Title, Description, imageAlt }, ...translations];
  const question = all.map((each) => [each.language, each.Title, each.Description, each.imageAlt ?? null]);
  return JSON.stringify(["Survey App question 3", question, picture, passRule && listOf(passRule)]);
}

const listOf = ({ needs, share, of, quorum }: PassRule) => [needs, share, of, quorum && [quorum.people, quorum.of]];
