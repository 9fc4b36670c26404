import type { FieldError, ProblemDetails } from "@survey-app/contract/http/errors.ts";
import { splitNamed } from "@survey-app/contract/text/unseenCharacters.ts";

/*
 * The sentences of all errors, and the functions that put them in place of the API's. Loaded with the first error in a
 * language other than the API's.
 */
export * as errorTexts from "@survey-app/texts/errorTexts.ts";
export * as formErrors from "@survey-app/texts/formErrors.ts";

/** The sentences by their codes, and the messages of fields by groups. */
interface Sentences {
  errorTexts: Record<string, string | ((minutes: number) => string)>;
  formErrors: Record<string, Record<string, string>>;
}

/**
 * An API error with the catalogs' sentence. A sentence that they lack, such as a newer server's, stays in the API's
 * English.
 */
export function localizedProblem(problem: ProblemDetails, { errorTexts, formErrors }: Sentences): ProblemDetails {
  const { detail, code, errors, minutes } = problem;
  const sentence = errorTexts[minutes === undefined ? code : `${code}Minutes`] ?? detail;
  return {
    ...problem,
    detail: typeof sentence === "string" ? sentence : sentence(minutes ?? 1),
    ...(errors && { errors: errors.map((error) => localizedMessage(error, formErrors)) }),
  };
}

/** A message with the sentence that its code names in the catalogs. */
export function localizedMessage<E extends Pick<FieldError, "message" | "code">>(
  error: E,
  formErrors: Sentences["formErrors"],
): E {
  const [group = "", name = ""] = error.code?.split(".") ?? [];
  const sentence = formErrors[group]?.[name];
  return sentence === undefined ? error : { ...error, message: sentence + splitNamed(error.message).named };
}
