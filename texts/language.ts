import type { Language } from "./languages.ts";

/** The language of the texts in this program. Builds for other languages replace its value (tools/texts/slots.ts). */
export const LANGUAGE: Language = "en";
