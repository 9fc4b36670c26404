import { isLanguage, type Language } from "@survey-app/texts/languages.ts";

/** The language in a column; null if there is none, or if only a version with more languages knew it. */
export const readLanguage = (stored: string | null): Language | null =>
  stored !== null && isLanguage(stored) ? stored : null;
