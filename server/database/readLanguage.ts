import { isLanguage, type Language } from "@survey-app/texts/languages.ts";

/** The language in a column; null if there is none, or if this version doesn't have that language. */
export const readLanguage = (stored: string | null): Language | null =>
  stored !== null && isLanguage(stored) ? stored : null;
