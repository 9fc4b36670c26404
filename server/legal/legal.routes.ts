import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DocumentPart, getLegalText, type LegalPage } from "@survey-app/contract/legal.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { parseMarkdown } from "./markdown.ts";

/**
 * Serves the privacy policy and the terms, parsed once at startup.
 * @param texts the operator's Markdown; null for our default text
 */
export function serveLegal(registerEndpoint: RegisterEndpoint, texts: Record<LegalPage, string | null>): void {
  const parts: Record<LegalPage, DocumentPart[]> = {
    privacy: parseMarkdown(texts.privacy ?? defaultText("privacy")),
    terms: parseMarkdown(texts.terms ?? defaultText("terms")),
  };
  registerEndpoint(getLegalText, async ({ params: { page } }) => ({ parts: parts[page] }));
}

function defaultText(page: LegalPage): string {
  return readFileSync(join(import.meta.dirname, `${page}.md`), "utf8");
}
