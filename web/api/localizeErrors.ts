import type { ProblemDetails } from "@survey-app/contract/http/errors.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import type { Language } from "@survey-app/texts/languages.ts";

/** The language of the API. Not `SOURCE_LANGUAGE`, whose file would also load the list of all languages. */
const API_LANGUAGE: Language = "en";

/** The sentences in the reader's language; null in that of the API, and if they can't be loaded. */
export async function loadSentences() {
  return LANGUAGE === API_LANGUAGE ? null : import("./errorSentences.ts").catch(() => null);
}

/** An error of the API in the reader's language. */
export async function localizeProblem(problem: ProblemDetails): Promise<ProblemDetails> {
  const sentences = await loadSentences();
  return sentences ? sentences.localizedProblem(problem, sentences) : problem;
}
