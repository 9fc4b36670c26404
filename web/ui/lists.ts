import { LANGUAGE } from "@survey-app/texts/language.ts";
import { directionOf } from "@survey-app/texts/languages.ts";

const types = { and: "conjunction", or: "disjunction", unit: "unit" } as const;

/** Texts as a list in the reader's language: "a, b and c", "a or b"; `unit`: without a word before the last. */
export function listOf(texts: readonly string[], kind: keyof typeof types): string {
  // Each keeps its own direction: an Arabic "and" between two addresses would stand beside the wrong one.
  const isolated = directionOf(LANGUAGE) === "rtl" ? texts.map((text) => `\u2068${text}\u2069`) : texts;
  return new Intl.ListFormat(LANGUAGE, { type: types[kind] }).format(isolated);
}

/** Facts beside each other on one line, which don't form a sentence; those that are null or false are left out. */
export function factLine(facts: readonly (string | null | false)[]): string {
  return facts.filter((fact) => fact !== null && fact !== false).join(" · ");
}
