import type { Language } from "@survey-app/texts/languages.ts";

/** The languages that are known where an email is written; null for those that are not. */
interface KnownLanguages {
  /** That of the reader's account. */
  account: Language | null;
  /** Of an email with a link: that of the page on which its reader asked for it. */
  request: Language | null;
  /** That of the survey or meeting that the email is about. */
  about: Language | null;
}

/**
 * Decides in which language an email is written: the first known one that the installation offers.
 * @param offered the default one first
 */
export function emailLanguage(
  offered: readonly [Language, ...Language[]],
  { account, request, about }: KnownLanguages,
): Language {
  return [account, request, about].find((each) => each !== null && offered.includes(each)) ?? offered[0];
}
