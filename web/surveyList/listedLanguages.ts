import { LISTED_LANGUAGES_COOKIE, rememberedLanguages } from "@survey-app/contract/text/listedLanguages.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import type { Language } from "@survey-app/texts/languages.ts";

/** The seconds for which a browser remembers them. */
const REMEMBERED_SECONDS = 365 * 24 * 3600;

/** The languages in which this browser's reader wants surveys listed, with commas; "" for all. */
export const readRemembered = (): string => rememberedLanguages(document.cookie).join();

/** Remembers in which languages surveys are listed, so that the server lists them in these the next time. */
export function rememberListed(languages: readonly Language[]): void {
  const age = languages.length > 0 ? REMEMBERED_SECONDS : 0;
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have a cookie store
  document.cookie = `${LISTED_LANGUAGES_COOKIE}=${languages.join(".")}; path=/; max-age=${age}; samesite=lax${secure}`;
}

/** The reader's languages among those of the site: that of the page first, then those that the browser names. */
export function findOwnLanguages(offered: readonly Language[]): Language[] {
  const primary = (tag: string) => tag.toLowerCase().split("-")[0];
  const spoken = navigator.languages.flatMap((tag) => offered.filter((each) => primary(each) === primary(tag)));
  return [...new Set([LANGUAGE, ...spoken])];
}
