import type { TranslatedQuestion } from "./translations.ts";

/**
 * The text whose SHA-256 names a question: the original first, then its translations. Without a language it is the title and the
 * description, as before there were languages; the two forms can't be equal, because JSON has no line break.
 */
export function questionText({ Title, Description, language, translations }: TranslatedQuestion): string {
  if (language === null) return `${Title}\n${Description}`;
  const all = [{ language, Title, Description }, ...translations];
  return JSON.stringify(all.map((each) => [each.language, each.Title, each.Description]));
}
