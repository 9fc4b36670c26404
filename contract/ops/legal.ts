import { SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { language } from "../text/language.ts";

export const legalPages = ["privacy", "terms", "accessibility"] as const;
export type LegalPage = (typeof legalPages)[number];

/** The elements that Markdown becomes; the page's own heading is the first level. */
const tag = z.enum([
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "p",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "code",
  "hr",
  "br",
  "strong",
  "em",
  "s",
  "a",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
]);

/** One token of a document: a text, or the start or the end of an element. */
const documentPart = z.union([
  z.object({ text: z.string() }),
  z.object({ open: tag, href: z.optional(z.string()) }),
  z.object({ close: tag }),
]);
export type DocumentPart = z.infer<typeof documentPart>;

export const getLegalText = endpoint({
  method: "GET",
  path: "/legal/:page",
  summary: "The privacy policy, the terms of use or the accessibility statement of this installation",
  access: "anyone",
  params: z.object({ page: z.enum(legalPages, "page must be privacy, terms or accessibility") }),
  query: z.object({ language: z._default(language, SOURCE_LANGUAGE) }),
  response: z.object({ parts: z.array(documentPart) }),
});
