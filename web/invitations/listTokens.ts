import { addressParser } from "postal-mime";

/** An address with the name that stands with it ("" without one), or a text that may be a name. */
export type Token = { email: string; name: string } | { email: null; text: string };

/** The words that mail programs write before addresses. */
const fieldNames = /^(?:to|cc|bcc|an|von|from|de|à|para|cco|a|da|ccn|aan|do|od|dw|udw|إلى|من|نسخة)$/i;

const isAddress = (text: string) => /^[^\s@<>"(),;]+@[^\s@<>"(),;]+$/.test(text);

/** A name without the marks that a list or a mail program puts around it; "" for an address, which isn't a name. */
export function nameWithoutAddress(text: string): string {
  const name = text
    .trim()
    // "1. Ada", "• Ada"
    .replace(/^(?:\d{1,6}[.)]|[•*·–—-])\s+/, "")
    .replace(/^(['"])(.+)\1$/, "$2")
    .trim();
  return isAddress(name) ? "" : name;
}

/** An address without the marks around it. */
const toAddress = (text: string): string =>
  text.replace(/^[<("'[{]+(?:mailto:)?|^mailto:/i, "").replace(/[>)"'\]},;:.]+$/, "");

/** The texts and addresses of a cell, in their order: every address counts, whatever parts them. */
export function tokensOf(cell: string): Token[] {
  const text = cell.trim();
  if (text === "") return [];
  if (!text.includes("@")) return [{ email: null, text }];
  const isMailForm = text.includes("<") ? text.includes(">") : /["(]/.test(text) && !/\([^()]*@/.test(text);
  return isMailForm ? mailForms(text) : words(text);
}

/** `Ada <ada@example.org>`, `"Lovelace, Ada" <ada@example.org>` and `ada@example.org (Ada)`, one or several. */
function mailForms(text: string): Token[] {
  const isClosed = text.split('"').length % 2 === 1;
  // People part them by blanks, too.
  const parted = (isClosed ? text : text.replaceAll('"', "")).replaceAll(/>(?=\s*[^\s,;()])/g, ">,");
  const tokens: Token[] = [];
  let before: string[] = [];
  for (const { name, address } of addressParser(parted, { flatten: true })) {
    if (!address?.includes("@")) before.push(name || (address ?? ""));
    else {
      // In `Lovelace, Ada <ada@example.org>`, the comma is a part of the name.
      const names = [...before, nameWithoutAddress(name)].filter(Boolean);
      tokens.push({ email: toAddress(address), name: nameWithoutAddress(names.join(", ")) });
      before = [];
    }
  }
  return [...tokens, ...before.filter(Boolean).map((rest): Token => ({ email: null, text: rest }))];
}

/** Addresses and names that only blanks part. */
function words(text: string): Token[] {
  const tokens: Token[] = [];
  let before: string[] = [];
  const endText = () => {
    const name = before.join(" ").replace(/^[\s,;:(<[–—-]+|[\s,;:)>\]–—-]+$/g, "");
    if (/[\p{L}\p{N}]/u.test(name) && !fieldNames.test(name))
      tokens.push({ email: null, text: nameWithoutAddress(name) });
    before = [];
  };
  for (const word of text.split(/[\s,;،؛，；、|]+/)) {
    if (word.includes("@")) {
      endText();
      tokens.push({ email: toAddress(word), name: "" });
    } else before.push(word);
  }
  endText();
  return tokens;
}
