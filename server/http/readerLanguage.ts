import { type IncomingMessage, ServerResponse } from "node:http";
import { isLanguage, type Language } from "@survey-app/texts/languages.ts";
import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";

/** How long a browser keeps its reader's choice, in seconds. */
const REMEMBERED_SECONDS = 365 * 24 * 3600;
/** Longer `Accept-Language` headers are not read. */
const ACCEPTED_MAX = 500;
/** How many different headers are remembered. Browsers send few. */
const HEADERS_MAX = 1000;
/** The header of clients that accept any language. */
const ANY_LANGUAGE = "*";
/** The parameter that shows a page in another language, and remembers the language: `?lang=de`. */
export const LANGUAGE_PARAMETER = "lang";

export interface LanguageSettings {
  /** The languages that this installation offers; the first is for readers who understand none of them. */
  languages: readonly [Language, ...Language[]];
}

/**
 * Finds the language for a reader: the one chosen in this browser, else the best of `Accept-Language`, else the
 * default.
 */
export interface ReaderLanguage {
  /** The reader's language, without the URL's parameter. */
  of(request: Pick<IncomingMessage, "headers">): Language;
  /** The same for a page whose URL can ask for a language by its parameter: then `isAsked`. */
  ofPage(request: Pick<IncomingMessage, "headers" | "url">): { language: Language; isAsked: boolean };
  /**
   * The language of the page that sent a request. Null for clients that don't name a language, and where only one is
   * offered: then its readers didn't choose it, and the operator may add others.
   */
  ofSender(request: Pick<IncomingMessage, "headers">): Language | null;
  /**
   * Remembers a language in the browser: with a page on the raw response, because cached responses are the same for
   * everyone; else on the reply, whose other cookies would replace a header of the raw response.
   */
  remember(response: ServerResponse | FastifyReply, language: Language): void;
}

/** The name of the cookie with the language that a reader chose. @param publicUrl the origin of the pages */
export const languageCookie = (publicUrl: string): string =>
  `${publicUrl.startsWith("https:") ? "__Host-" : ""}survey-app.lang`;

/** @param publicUrl the origin of the pages */
export function createReaderLanguage({ languages }: LanguageSettings, publicUrl: string): ReaderLanguage {
  const [fallback] = languages;
  const secure = publicUrl.startsWith("https:");
  const name = languageCookie(publicUrl);
  const isOffered = (tag: string | null | undefined): tag is Language =>
    typeof tag === "string" && isLanguage(tag) && languages.includes(tag);
  const accepted = new LRUCache<string, Language>({ max: HEADERS_MAX });

  function best(header: string | undefined): Language {
    if (header === undefined || header.length > ACCEPTED_MAX) return fallback;
    const known = accepted.get(header);
    if (known) return known;
    const found = matchLanguage(header, languages) ?? fallback;
    accepted.set(header, found);
    return found;
  }

  function chosenIn(cookie: string | undefined): Language | null {
    const chosen = cookie?.includes(name) ? parseCookie(cookie)[name] : undefined;
    return isOffered(chosen) ? chosen : null;
  }

  const of: ReaderLanguage["of"] = ({ headers }) =>
    languages.length === 1 ? fallback : (chosenIn(headers.cookie) ?? best(headers["accept-language"]));

  return {
    of,
    ofSender({ headers }) {
      if (languages.length === 1) return null;
      const wanted = headers["accept-language"]?.trim() ?? ANY_LANGUAGE;
      return chosenIn(headers.cookie) ?? (wanted === ANY_LANGUAGE ? null : best(wanted));
    },
    ofPage(request) {
      const search = request.url?.split("?", 2)[1];
      const asked = search === undefined ? null : new URLSearchParams(search).get(LANGUAGE_PARAMETER);
      return isOffered(asked) ? { language: asked, isAsked: true } : { language: of(request), isAsked: false };
    },
    remember(response, language) {
      const attributes = { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: REMEMBERED_SECONDS } as const;
      const cookie = stringifySetCookie({ name, value: language, ...attributes });
      if (response instanceof ServerResponse) response.appendHeader("set-cookie", cookie);
      else response.header("set-cookie", cookie);
    },
  };
}

/** The language of the page that sent a request; null if it didn't name one. */
export const languageOfSender = ({ raw, server }: FastifyRequest): Language | null =>
  server.readerLanguage.ofSender(raw);

/**
 * The best of the offered languages for an `Accept-Language` header; null if none fits. A range matches its own tag
 * first, and then any language with the same primary subtag: readers of "pt-PT" get "pt-BR" rather than English.
 */
export function matchLanguage(header: string, offered: readonly Language[]): Language | null {
  const ranges = header
    .split(",")
    .map((each) => {
      const [range = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { range, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { range } of ranges) {
    const primary = range.split("-")[0];
    const found =
      offered.find((language) => language.toLowerCase() === range) ??
      offered.find((language) => language.toLowerCase().split("-")[0] === primary);
    if (found) return found;
  }
  return null;
}
