import type { DocumentPart } from "@survey-app/contract/ops/legal.ts";
import { createElement, type ReactNode } from "react";

/** The operator's text. */
export function LegalDocument({ parts }: { parts: readonly DocumentPart[] }) {
  return <div className="document">{elementsOf(parts)}</div>;
}

/** The elements that the parts open and close, one in the other. */
function elementsOf(parts: readonly DocumentPart[]): ReactNode[] {
  const top: ReactNode[] = [];
  const open: { tag: string; href: string | undefined; children: ReactNode[] }[] = [];
  for (const [key, part] of parts.entries()) {
    if ("open" in part) {
      open.push({ tag: part.open, href: part.href, children: [] });
      continue;
    }
    const element = "text" in part ? null : open.pop();
    const node = element ? createElement(element.tag, { key, href: element.href }, ...element.children) : null;
    (open.at(-1)?.children ?? top).push("text" in part ? part.text : node);
  }
  return top;
}
