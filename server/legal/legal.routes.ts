import { type DocumentPart, getLegalText, type LegalPage } from "@survey-app/contract/legal.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import * as words from "../words/entry.ts";
import { parseMarkdown } from "./markdown.ts";

/**
 * Serves the privacy policy and the terms, each parsed when it is first read.
 * @param texts the operator's Markdown; null for our default text
 */
export function serveLegal(registerEndpoint: RegisterEndpoint, texts: Record<LegalPage, string | null>): void {
  const parsed: Partial<Record<LegalPage, DocumentPart[]>> = {};
  registerEndpoint(getLegalText, async ({ params: { page } }) => {
    parsed[page] ??= parseMarkdown(texts[page] ?? words.legalText(page));
    return { parts: parsed[page] };
  });
}
