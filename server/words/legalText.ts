import type { LegalPage } from "@survey-app/contract/legal.ts";
import { LISTED_LANGUAGES_COOKIE } from "@survey-app/contract/listedLanguages.ts";
import * as legalDocuments from "@survey-app/texts/legalDocuments.ts";

/** What the texts say of this installation. */
export interface OwnWords {
  /** The site's name. */
  site: string;
  /** The name of the cookie with the reader's language. */
  cookie: string;
}

/** The text that we ship for a legal page, as Markdown. */
export const legalText = (page: LegalPage, { site, cookie }: OwnWords): string =>
  documentsOf(site)
    [page].map((part) => (typeof part === "function" ? part(cookie, LISTED_LANGUAGES_COOKIE) : part))
    .join("\n\n");

const documentsOf = (site: string) => ({
  privacy: [legalDocuments.privacyTemplate(site), ...legalDocuments.privacy],
  terms: legalDocuments.terms,
  accessibility: legalDocuments.accessibility,
});
