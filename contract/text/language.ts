import { allLanguages } from "@survey-app/texts/languages.ts";
import * as z from "zod/mini";

/** A language of the product, by its BCP 47 tag. */
export const language = z.enum(allLanguages, `language must be one of ${allLanguages.join(", ")}`);

/**
 * Several languages in a query string, with commas between their tags: only surveys in one of them are listed,
 * translations included, and those whose language is unknown.
 */
export const languages = z.pipe(
  z.string("languages must be text"),
  z.pipe(
    z.transform((text: string) => text.split(",")),
    z.array(language).check(z.maxLength(allLanguages.length, "languages must differ")),
  ),
);
