import type { FieldError, ProblemDetails } from "@survey-app/contract/errors.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import type { Language } from "@survey-app/texts/languages.ts";

/** The sentences by their codes, and the messages of fields by groups. */
interface ErrorWords {
  errorTexts: Record<string, string>;
  formErrors: Record<string, Record<string, string>>;
}

/** A message with the code that names it in the catalogs. */
type Coded = Pick<FieldError, "message" | "code">;

/** Words an error of the API. Sentences that are not in the catalogs, such as a newer server's, stay in the API's English. */
export function wordedProblem(problem: ProblemDetails, { errorTexts, formErrors }: ErrorWords): ProblemDetails {
  const { detail, code, errors } = problem;
  return {
    ...problem,
    detail: errorTexts[code] ?? detail,
    ...(errors && { errors: errors.map((error) => wordedError(error, formErrors)) }),
  };
}

function wordedError<E extends Coded>(error: E, formErrors: ErrorWords["formErrors"]): E {
  const [group = "", name = ""] = error.code?.split(".") ?? [];
  return { ...error, message: formErrors[group]?.[name] ?? error.message };
}

/** What the API speaks. Not `SOURCE_LANGUAGE`, whose file would bring the list of all languages along. */
const API_LANGUAGE: Language = "en";

/** The sentences in the reader's language; null in that of the API, and if they can't be loaded. */
async function loadWords(): Promise<ErrorWords | null> {
  return LANGUAGE === API_LANGUAGE ? null : import("./errorWords.ts").catch(() => null);
}

/** Words an error of the API in the reader's language. */
export async function wordProblem(problem: ProblemDetails): Promise<ProblemDetails> {
  const words = await loadWords();
  return words ? wordedProblem(problem, words) : problem;
}

/** Words messages of the API in the reader's language. */
export async function wordMessages<E extends Coded>(messages: E[]): Promise<E[]> {
  const words = messages.length > 0 ? await loadWords() : null;
  return words ? messages.map((each) => wordedError(each, words.formErrors)) : messages;
}
