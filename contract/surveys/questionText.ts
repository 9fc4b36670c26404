import type { TranslatedQuestion } from "./translations.ts";

/**
 * The text whose SHA-256 names a question: the original first, then its translations, each with what it says of the picture if it
 * says something. With neither a language nor that, it is the title and the description, as before there were any; the two forms
 * can't be equal, because JSON has no line break.
 */
export function questionText({ Title, Description, language, imageAlt, translations }: TranslatedQuestion): string {
  if (language === null && imageAlt === null) return `${Title}\n${Description}`;
  const all = [{ language, Title, Description, imageAlt }, ...translations];
  return JSON.stringify(all.map((each) => [each.language, each.Title, each.Description, ...altOf(each)]));
}

const altOf = ({ imageAlt }: { imageAlt?: string | null | undefined }) =>
  imageAlt === undefined || imageAlt === null ? [] : [imageAlt];
