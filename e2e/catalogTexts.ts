import { directionOf, type OfferedLanguage } from "@survey-app/texts/languages.ts";
import { readStoredCatalogs } from "../tools/texts/catalogs.ts";

/**
 * A text of a language's catalog, with values in place of its simple parameters:
 * `catalogText("de", "voteTexts.voteFor", { choice: "Ja" })`.
 * @throws {Error} if there is no such text
 */
export function catalogText(language: OfferedLanguage, name: string, values: Record<string, string> = {}): string {
  const [catalog = "", ...keys] = name.split(".");
  const found = keys.reduce<unknown>(
    (entry, key) => (entry as Record<string, unknown>)[key],
    readStoredCatalogs(language).get(catalog),
  );
  if (typeof found !== "string") throw new Error(`No text ${name} in ${language}`);
  // As tools/texts/isolate.ts does.
  const [before, after] = directionOf(language) === "rtl" ? ["\u2068", "\u2069"] : ["", ""];
  return found.replace(/\{(\w+)\}/g, (_, param: string) => `${before}${values[param] ?? ""}${after}`);
}
