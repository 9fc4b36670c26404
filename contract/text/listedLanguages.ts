import { isLanguage, type Language } from "@survey-app/texts/languages.ts";

/**
 * The cookie with which a browser remembers in which languages its reader wants surveys listed: tags separated by dots.
 */
export const LISTED_LANGUAGES_COOKIE = "survey-app.listed";

/**
 * The parameter of the list's address, with tags separated by commas; `ALL_LANGUAGES` shows all surveys, whatever the
 * browser remembers.
 */
export const LISTED_LANGUAGES = "languages";
export const ALL_LANGUAGES = "all";

/** Whether a list shows only surveys in some languages. @param languages the value of the parameter; "" without it */
export const isByLanguage = (languages: string): boolean => languages !== "" && languages !== ALL_LANGUAGES;

/**
 * The languages in a text from an untrusted source, each once; unknown ones are left out.
 * @param separator between the tags
 */
export const readLanguageList = (text: string | null | undefined, separator: string): Language[] => [
  ...new Set((text ?? "").split(separator).filter(isLanguage)),
];

/** The languages that a browser remembers, from its cookies. */
export function rememberedLanguages(cookies: string): Language[] {
  const [, value] = new RegExp(`(?:^|; ?)${LISTED_LANGUAGES_COOKIE.replace(".", "\\.")}=([^;]*)`).exec(cookies) ?? [];
  return readLanguageList(value, ".");
}
