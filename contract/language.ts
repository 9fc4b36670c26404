import { allLanguages } from "@survey-app/texts/languages.ts";
import * as z from "zod/mini";

/** A language of the product, by its BCP 47 tag. */
export const language = z.enum(allLanguages, `language must be one of ${allLanguages.join(", ")}`);
