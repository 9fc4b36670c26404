import type { LegalPage } from "@survey-app/contract/ops/legal.ts";
import { LISTED_LANGUAGES_COOKIE } from "@survey-app/contract/text/listedLanguages.ts";
import * as legalDocuments from "@survey-app/texts/legalDocuments.ts";

/** The facts of this installation that legal texts name. */
export interface OwnWords {
  /** The site's name. */
  site: string;
  /** The name of the cookie with the reader's language. */
  cookie: string;
  /** How long names and accounts are kept, in days; null: until an admin or the person removes them. */
  retentionDays: number | null;
  inactiveDays: number | null;
}

/** The text that we ship for a legal page, as Markdown. */
export function legalText(page: LegalPage, { site, cookie, ...kept }: OwnWords): string {
  const parts = documentsOf(site)[page].map((part) =>
    typeof part === "function" ? part(cookie, LISTED_LANGUAGES_COOKIE) : part,
  );
  return (page === "privacy" ? withRetention(parts, kept) : parts).join("\n\n");
}

const documentsOf = (site: string) => ({
  privacy: [legalDocuments.privacyTemplate(site), ...legalDocuments.privacy],
  terms: legalDocuments.terms,
  accessibility: legalDocuments.accessibility,
});

/**
 * Adds how long names and accounts are kept before the last heading: the section before it says how long everything is
 * stored.
 */
function withRetention(
  parts: readonly string[],
  { retentionDays, inactiveDays }: Pick<OwnWords, "retentionDays" | "inactiveDays">,
): string[] {
  const last = parts.findLastIndex((part) => part.startsWith("# "));
  return [
    ...parts.slice(0, last),
    ...(retentionDays === null ? [] : [legalDocuments.retention.names(retentionDays)]),
    ...(inactiveDays === null ? [] : [legalDocuments.retention.inactive(inactiveDays)]),
    ...parts.slice(last),
  ];
}
