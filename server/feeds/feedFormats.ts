import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { toIso } from "../database/toIso.ts";

/** One event of a feed. */
export interface FeedEntry {
  /** It never changes, even when the installation gets another address: feed readers recognize new entries by it. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  title: string;
  text: string;
  /** The language of both; null if it is unknown. */
  language: Language | null;
  url: string;
  category: string;
  author: string;
}

export interface Feed {
  title: string;
  /** The language of the title, if that is a person's text in another language than the feed's words. */
  titleLanguage?: Language | null;
  /** The page that the feed is about. */
  url: string;
  /** The feed's own URL, without its format. */
  self: (format: FeedFormat) => string;
  /** The language of the feed's own words; people's texts can be in any language. */
  language: Language;
  /** Newest first. */
  entries: readonly FeedEntry[];
}

export type FeedFormat = "atom" | "json";

export const feedTypes: Record<FeedFormat, string> = { atom: "application/atom+xml", json: "application/feed+json" };

export function renderFeed(feed: Feed, format: FeedFormat): string {
  return format === "atom" ? toAtom(feed) : toJsonFeed(feed);
}

/** The latest entry's time and not the current one, so that a feed without new entries stays the same. */
const updatedAt = ({ entries }: Feed) => toIso(entries[0]?.at ?? 0);

/** Characters that XML 1.0 can't contain, not even escaped. */
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/** Escapes a text for XML, between tags and in quoted attributes. */
export const escapeXml = (text: string): string => escapeHtml(text.replaceAll(notInXml, ""));

/** RFC 4287. People's texts are plain text, never markup. */
function toAtom(feed: Feed): string {
  const link = (rel: string, url: string, type: string) =>
    `<link rel="${rel}" type="${type}" href="${escapeXml(url)}"/>`;
  const entries = feed.entries.map(
    ({ id, at, title, text, language, url, category, author }) =>
      `<entry${language === null ? "" : ` xml:lang="${language}"`}><id>${escapeXml(id)}</id><title>${escapeXml(title)}</title><updated>${toIso(at)}</updated>` +
      `<published>${toIso(at)}</published>${link("alternate", url, "text/html")}<author><name>${escapeXml(author)}</name></author>` +
      `<category term="${escapeXml(category)}"/><content type="text">${escapeXml(text)}</content></entry>\n`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}"><id>${escapeXml(feed.self("atom"))}</id><title${feed.titleLanguage ? ` xml:lang="${feed.titleLanguage}"` : ""}>${escapeXml(feed.title)}</title>
<updated>${updatedAt(feed)}</updated>${link("self", feed.self("atom"), feedTypes.atom)}${link("alternate", feed.url, "text/html")}
${entries.join("")}</feed>
`;
}

/** https://www.jsonfeed.org/version/1.1/ */
function toJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    language: feed.language,
    home_page_url: feed.url,
    feed_url: feed.self("json"),
    items: feed.entries.map(({ id, at, title, text, language, url, category, author }) => ({
      id,
      url,
      ...(language !== null && { language }),
      title,
      content_text: text,
      date_published: toIso(at),
      authors: [{ name: author }],
      tags: [category],
    })),
  });
}
