import { type Language, SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { foldText } from "../../database/foldText.ts";

/**
 * Words that most English questions have, whatever they ask. Questions in other languages are compared with all of
 * their words.
 */
const COMMON_WORDS = new Set(
  (
    "a about all an and any are as at be been being but by can could did do does for from had has have he her his how i if in " +
    "into is it its just may me might more most must my no not of on one only or our ours shall she should so some than that " +
    "the their them there these they this those to too us use was we were what when where which who whose why will with " +
    "would you your yours"
  ).split(" "),
);

/** The endings that English grammar adds to a word, so that "break" and "breaks" are the same. */
const ENDING = /(?:ings?|ed|es|s)$/;
/** The shortest rest of a word without its ending. */
const STEM_MIN = 3;

/** How much two questions must have in common: shared words among all their words. */
const SIMILARITY_MIN = 0.65;
/** A single common word doesn't make questions similar. */
export const SHARED_MIN = 2;

/**
 * The folded words of a title that say what it asks, without repetitions, longest first; in English without grammatical
 * endings.
 * @param language null if unknown: then as if it were English
 * @param fold for the words in another form
 */
export function significantWords(title: string, language: Language | null, fold = foldText): string[] {
  const words = fold(title).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isEnglish = language === null || language === SOURCE_LANGUAGE;
  const stems = isEnglish ? words.filter((word) => !COMMON_WORDS.has(word)).map(stemOf) : words;
  return [...new Set(stems)].toSorted((a, b) => b.length - a.length);
}

function stemOf(word: string): string {
  const stem = word.replace(ENDING, "");
  return stem.length < STEM_MIN ? word : stem.replace(/e$/, "");
}

/** Whether two titles, given by their significant words, ask nearly the same. */
export function isSimilar(a: readonly string[], b: readonly string[]): boolean {
  const shared = a.filter((word) => b.includes(word)).length;
  return shared >= SHARED_MIN && shared / (a.length + b.length - shared) >= SIMILARITY_MIN;
}
