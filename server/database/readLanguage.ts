import { isLanguage, type Language } from "@survey-app/texts/languages.ts";

/** The language of a question, from its column; null if nobody said which, or a version that had it did. */
export const readLanguage = (stored: string | null): Language | null =>
  stored !== null && isLanguage(stored) ? stored : null;
