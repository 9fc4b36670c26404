import { offeredLanguages } from "@survey-app/texts/languages.ts";
import { expect, test } from "vitest";
import { CSV_SEPARATOR, csvSeparatorOf } from "./csvSeparator.ts";

test("spreadsheets in languages with a decimal comma get semicolons, and English ones commas", () => {
  expect(Object.fromEntries(offeredLanguages.map((language) => [language, csvSeparatorOf(language)]))).toEqual({
    ...Object.fromEntries(offeredLanguages.map((language) => [language, "semicolon"])),
    en: "comma",
  });
  expect(CSV_SEPARATOR).toBe("comma");
});
