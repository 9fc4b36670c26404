import type { LegalPage } from "@survey-app/contract/legal.ts";
import * as legalDocuments from "@survey-app/texts/legalDocuments.ts";

/** The text that we ship for a legal page, as Markdown. @param cookie the name of the cookie with the reader's language */
export const legalText = (page: LegalPage, cookie: string): string =>
  (page === "privacy" ? legalDocuments.privacy : legalDocuments.terms)
    .map((part) => (typeof part === "function" ? part(cookie) : part))
    .join("\n\n");
