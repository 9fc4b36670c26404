import { type DocumentPart, getLegalText, type LegalPage } from "@survey-app/contract/ops/legal.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import type { OwnWords } from "../words/legalText.ts";
import { wordsIn } from "../words/wordsIn.ts";
import { parseMarkdown } from "./markdown.ts";

/**
 * Serves the privacy policy, the terms and the accessibility statement, each parsed when it is first read in a
 * language.
 * @param texts the operator's Markdown, which is the same in all languages; null for our default text, which says how
 *   long names and accounts are kept
 */
export function serveLegal(
  registerEndpoint: RegisterEndpoint,
  texts: Record<LegalPage, string | null>,
  own: OwnWords,
): void {
  const parsed = new Map<string, DocumentPart[]>();
  registerEndpoint(getLegalText, async ({ params: { page }, query: { language } }) => {
    const key = `${page} ${language}`;
    const parts = parsed.get(key) ?? parseMarkdown(texts[page] ?? (await wordsIn(language)).legalText(page, own));
    parsed.set(key, parts);
    return { parts };
  });
}
