import type { FieldError } from "@survey-app/contract/errors.ts";
import { loadErrorWords } from "./wordProblem.ts";

/** Words messages of the API in the reader's language. */
export async function wordMessages<E extends Pick<FieldError, "message" | "code">>(messages: E[]): Promise<E[]> {
  const words = messages.length > 0 ? await loadErrorWords() : null;
  return words ? messages.map((each) => words.wordedError(each, words.formErrors)) : messages;
}
