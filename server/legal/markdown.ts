import type { DocumentPart } from "@survey-app/contract/ops/legal.ts";
import MarkdownIt, { type Token } from "markdown-it";

type Tag = Extract<DocumentPart, { close: unknown }>["close"];

const markdown = new MarkdownIt({ html: false, linkify: true });

/**
 * Parses Markdown into parts that pages turn into elements. Raw HTML in it is text, images become their descriptions,
 * and the library drops links that run scripts.
 */
export function parseMarkdown(text: string): DocumentPart[] {
  return partsOf(markdown.parse(text, {}));
}

function partsOf(tokens: readonly Token[]): DocumentPart[] {
  return tokens.flatMap((token): DocumentPart[] => {
    // The paragraphs of short list items are hidden.
    if (token.hidden) return [];
    if (token.type === "inline") return partsOf(token.children ?? []);
    const tag = tagOf(token);
    if (token.nesting === 1) return [{ open: tag, ...(tag === "a" && { href: String(token.attrGet("href") ?? "") }) }];
    if (token.nesting === -1) return [{ close: tag }];
    if (token.type === "softbreak") return [{ text: "\n" }];
    if (token.type === "text" || token.type === "image") return [{ text: token.content }];
    if (token.type === "fence" || token.type === "code_block")
      return [{ open: "pre" }, { text: token.content }, { close: "pre" }];
    return [{ open: tag }, ...(token.content ? [{ text: token.content }] : []), { close: tag }];
  });
}

/** Headings one level lower, because the page has its own first-level heading. */
function tagOf({ type, tag }: Token): Tag {
  return (type.startsWith("heading_") ? `h${Math.min(Number(tag[1]) + 1, 6)}` : tag) as Tag;
}
