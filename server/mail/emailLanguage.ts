import type { Language } from "@survey-app/texts/languages.ts";

/** The languages known when an email is written; null for unknown ones. */
interface KnownLanguages {
  /** The language of the reader's account. */
  account: Language | null;
  /** For an email with a link: the language of the page on which its reader requested it. */
  request: Language | null;
  /** The language of the survey or meeting that the email is about. */
  about: Language | null;
}

/**
 * Returns the language of an email: the first known one that the installation offers.
 * @param offered the default one first
 */
export function emailLanguage(
  offered: readonly [Language, ...Language[]],
  { account, request, about }: KnownLanguages,
): Language {
  return [account, request, about].find((each) => each !== null && offered.includes(each)) ?? offered[0];
}
