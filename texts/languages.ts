/**
 * The languages of the product by their BCP 47 tags, each with its own name for itself. For each there is a folder of
 * texts; a further language needs one here, and its line in this list.
 */
export const languages = {
  en: { name: "English", direction: "ltr" },
  de: { name: "Deutsch", direction: "ltr" },
  es: { name: "Español", direction: "ltr" },
  fr: { name: "Français", direction: "ltr" },
  it: { name: "Italiano", direction: "ltr" },
  nl: { name: "Nederlands", direction: "ltr" },
  pl: { name: "Polski", direction: "ltr" },
  "pt-BR": { name: "Português (Brasil)", direction: "ltr" },
  ar: { name: "العربية", direction: "rtl" },
} as const satisfies Record<string, { name: string; direction: "ltr" | "rtl" }>;

/** The language that all texts are written in first. */
export const SOURCE_LANGUAGE = "en";
/**
 * English with accents and longer words, in which tests find words that are in no catalog; never offered in production.
 */
export const TEST_LANGUAGE = "en-XA";

export type OfferedLanguage = keyof typeof languages;
export type Language = OfferedLanguage | typeof TEST_LANGUAGE;

/** The tags of the languages of the product, the source first. */
export const offeredLanguages = Object.keys(languages) as [OfferedLanguage, ...OfferedLanguage[]];

/** The tags of all languages with texts. */
export const allLanguages = [...offeredLanguages, TEST_LANGUAGE] as const;

/** Whether a tag is that of a language with texts. */
export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag) || tag === TEST_LANGUAGE;
}

/** The name of a language in itself. */
export const nameOf = (language: Language): string =>
  language === TEST_LANGUAGE ? "[Éñglíšh]" : languages[language].name;

/** In which direction a language is written. */
export const directionOf = (language: Language): "ltr" | "rtl" =>
  language === TEST_LANGUAGE ? "ltr" : languages[language].direction;
