import type { CsvSeparator } from "@survey-app/contract/text/csv.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";

/** The separator of cells in spreadsheets of a language: a semicolon where the comma is in numbers. */
export function csvSeparatorOf(language: string): CsvSeparator {
  const decimal = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal")?.value;
  // Pages write Arabic with Latin digits and a point; with its own digits it has a comma, and its spreadsheets expect
  // semicolons.
  return decimal === "." && language !== "ar" ? "comma" : "semicolon";
}

/** The separator of the page's language. */
export const CSV_SEPARATOR = csvSeparatorOf(LANGUAGE);

/** The query of our CSV files' addresses: empty where they have commas anyway. */
export const csvQuery: { separator?: CsvSeparator } = CSV_SEPARATOR === "comma" ? {} : { separator: CSV_SEPARATOR };
