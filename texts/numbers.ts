import { LANGUAGE } from "./language.ts";

const numbers = new Intl.NumberFormat(LANGUAGE);
const plurals = new Intl.PluralRules(LANGUAGE);

/** `1234567` as `1,234,567`, or as the reader's language writes it. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** The form of a word that the language uses with a count: "one", "few", "many" or "other". */
export function pluralCategory(count: number): Intl.LDMLPluralRule {
  return plurals.select(count);
}
