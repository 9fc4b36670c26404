import type { CsvSeparator } from "@survey-app/contract/csv.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";

/** How the language writes 1.5, with its own digits: Arabic has a decimal mark of its own, and one for lists. */
const parts = new Intl.NumberFormat(`${LANGUAGE}-u-nu-native`).formatToParts(1.5);

/** What spreadsheets in the page's language separate cells by: a semicolon where the comma is in numbers. */
export const CSV_SEPARATOR: CsvSeparator =
  parts.find(({ type }) => type === "decimal")?.value === "." ? "comma" : "semicolon";
