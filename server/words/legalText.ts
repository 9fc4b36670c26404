import type { LegalPage } from "@survey-app/contract/legal.ts";
import * as legalDocuments from "@survey-app/texts/legalDocuments.ts";

/** The text that we ship for a legal page, as Markdown. */
export const legalText = (page: LegalPage): string =>
  (page === "privacy" ? legalDocuments.privacy : legalDocuments.terms).join("\n\n");
