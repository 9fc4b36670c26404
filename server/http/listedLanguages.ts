import type { IncomingMessage } from "node:http";
import {
  LISTED_LANGUAGES,
  LISTED_LANGUAGES_COOKIE,
  rememberedLanguages,
} from "@survey-app/contract/text/listedLanguages.ts";

const LIST = /^\/surveyspages\/?$/i;

/**
 * The address of the list of surveys with the languages that this browser remembers. A request for the list without
 * languages is redirected there, so that the page at each address is the same for everyone. Null for all other
 * requests.
 */
export function withListedLanguages({ headers, url = "" }: Pick<IncomingMessage, "headers" | "url">): string | null {
  if (!headers.cookie?.includes(LISTED_LANGUAGES_COOKIE)) return null;
  const [path = "", search] = url.split("?", 2);
  if (!LIST.test(path)) return null;
  const parameters = new URLSearchParams(search);
  const remembered = rememberedLanguages(headers.cookie);
  if (parameters.has(LISTED_LANGUAGES) || remembered.length === 0) return null;
  parameters.set(LISTED_LANGUAGES, remembered.join());
  return `${path}?${parameters}`;
}
