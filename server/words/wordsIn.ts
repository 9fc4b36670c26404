import { type Language, SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import * as english from "./entry.ts";

/** All texts that the server writes for people, in one language. */
export type Words = typeof english;

/** The built words of other languages: the same code with other texts (web/build/words.config.ts). */
const built = new URL("../../web/dist/words/", import.meta.url);

/** Loads the words of a language, on first use: each language takes memory. */
export async function wordsIn(language: Language): Promise<Words> {
  return language === SOURCE_LANGUAGE ? english : ((await import(new URL(`${language}.js`, built).href)) as Words);
}
