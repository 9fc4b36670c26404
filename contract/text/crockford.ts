import { withPlainDigits } from "./digits.ts";
import { narrow, withoutUnseen } from "./unseenCharacters.ts";

/** Crockford's base 32: without letters that are mistaken for digits on paper. */
export const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const GROUP = 4;

/**
 * Cyrillic and Greek capitals that look like Latin ones: keyboards for these scripts type them instead of the letters
 * that people read.
 */
const LOOKALIKES = "АВЕКМНОРСТУХЅІЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";
const LATIN = "ABEKMHOPCTYXSIJABEZHIKMNOPTYX";

/** A text in capitals, with Latin letters for those that look like them. */
export const latinCapitals = (text: string): string =>
  [...text.toUpperCase()].map((each) => LATIN[LOOKALIKES.indexOf(each)] ?? each).join("");

/**
 * Reads a code in Crockford's base 32 as people type and paste it: in lower case, with blanks, dashes and unseen
 * characters, in quotes or with the full stop of its sentence, with digits of any script, with wide letters and with
 * letters of other keyboards that look alike, with `O` for 0, and `I` or `L` for 1.
 * @returns its characters without groups; null if it contains any others
 */
export function readCrockford(typed: string): string | null {
  const characters = latinCapitals(withoutUnseen(withPlainDigits(narrow(typed))))
    .replaceAll(/[\s\p{P}\p{S}]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return [...characters].every((each) => CROCKFORD.includes(each)) ? characters : null;
}

/** A code in groups of four, as people read it: `8K4F-2QXW`. */
export const inGroups = (characters: string): string =>
  (characters.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? []).join("-");
