import { LANGUAGE } from "@survey-app/texts/language.ts";

const types = { and: "conjunction", or: "disjunction", unit: "unit" } as const;

/** Texts as a list in the reader's language: "a, b and c", "a or b"; `unit`: without a word before the last. */
export function listOf(texts: readonly string[], kind: keyof typeof types): string {
  return new Intl.ListFormat(LANGUAGE, { type: types[kind] }).format(texts);
}

/** Facts beside each other on one line, which are no sentence; those that are null or false are left out. */
export function factLine(facts: readonly (string | null | false)[]): string {
  return facts.filter((fact) => fact !== null && fact !== false).join(" · ");
}
