import type { FieldError, ProblemDetails } from "@survey-app/contract/errors.ts";
import { splitNamed } from "@survey-app/contract/unseenCharacters.ts";

/** The sentences by their codes, and the messages of fields by groups. */
interface ErrorWords {
  errorTexts: Record<string, string | ((minutes: number) => string)>;
  formErrors: Record<string, Record<string, string>>;
}

/** Words an error of the API. Sentences that are not in the catalogs, such as a newer server's, stay in the API's English. */
export function wordedProblem(problem: ProblemDetails, { errorTexts, formErrors }: ErrorWords): ProblemDetails {
  const { detail, code, errors, minutes } = problem;
  const sentence = errorTexts[minutes === undefined ? code : `${code}Minutes`] ?? detail;
  return {
    ...problem,
    detail: typeof sentence === "string" ? sentence : sentence(minutes ?? 1),
    ...(errors && { errors: errors.map((error) => wordedError(error, formErrors)) }),
  };
}

/** Words a message with the code that names it in the catalogs. */
export function wordedError<E extends Pick<FieldError, "message" | "code">>(
  error: E,
  formErrors: ErrorWords["formErrors"],
): E {
  const [group = "", name = ""] = error.code?.split(".") ?? [];
  const worded = formErrors[group]?.[name];
  return worded === undefined ? error : { ...error, message: worded + splitNamed(error.message).named };
}
