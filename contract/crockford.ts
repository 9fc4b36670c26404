import { withPlainDigits } from "./digits.ts";
import { narrow, withoutUnseen } from "./unseenCharacters.ts";

/** Crockford's base 32: without letters that are mistaken for digits on paper. */
export const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const GROUP = 4;

/**
 * Reads a code in Crockford's base 32 as people type and paste it: in lower case, with blanks, dashes and unseen
 * characters, with digits of any script, with wide letters, with `O` for 0, and `I` or `L` for 1.
 * @returns its characters without groups; null if it has others
 */
export function readCrockford(typed: string): string | null {
  const characters = withoutUnseen(withPlainDigits(narrow(typed)))
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return [...characters].every((each) => CROCKFORD.includes(each)) ? characters : null;
}

/** A code in groups of four, as people read it: `8K4F-2QXW`. */
export const inGroups = (characters: string): string =>
  (characters.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? []).join("-");
