import type { ProblemDetails } from "@survey-app/contract/errors.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import type { Language } from "@survey-app/texts/languages.ts";

/** What the API speaks. Not `SOURCE_LANGUAGE`, whose file would bring the list of all languages along. */
const API_LANGUAGE: Language = "en";

/** The sentences in the reader's language; null in that of the API, and if they can't be loaded. */
export async function loadErrorWords() {
  return LANGUAGE === API_LANGUAGE ? null : import("./errorWords.ts").catch(() => null);
}

/** Words an error of the API in the reader's language. */
export async function wordProblem(problem: ProblemDetails): Promise<ProblemDetails> {
  const words = await loadErrorWords();
  return words ? words.wordedProblem(problem, words) : problem;
}
