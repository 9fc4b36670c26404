import type { TranslatedQuestion } from "./translations.ts";

/**
 * The text whose SHA-256 identifies a question: the original first, then its translations, each with its description of
 * the picture, if there is one. Without a language and a description, it is the title and the description of the
 * question, as in the first format. The two forms can't be equal, because JSON doesn't contain line breaks.
 */
export function questionText({ Title, Description, language, imageAlt, translations }: TranslatedQuestion): string {
  if (language === null && imageAlt === null) return `${Title}\n${Description}`;
  const all = [{ language, Title, Description, imageAlt }, ...translations];
  return JSON.stringify(all.map((each) => [each.language, each.Title, each.Description, ...altOf(each)]));
}

const altOf = ({ imageAlt }: { imageAlt?: string | null | undefined }) =>
  imageAlt === undefined || imageAlt === null ? [] : [imageAlt];
