import type { FieldError } from "@survey-app/contract/http/errors.ts";
import { splitNamed } from "@survey-app/contract/text/unseenCharacters.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";

/**
 * The codes of the messages, which are their paths in the catalog. No two have the same words, so each has its own
 * code.
 */
const codes = new Map<string, string>(
  Object.entries(formErrors).flatMap(([group, messages]) =>
    Object.entries(messages).map(([name, message]) => [message, `${group}.${name}`]),
  ),
);

/**
 * Adds the code of its message to an error, so that the browser can show it in the reader's language. It is found by
 * its words: the messages of schemas are texts of the catalog, and their issues contain nothing else that identifies
 * one.
 */
export function withCode<E extends Pick<FieldError, "message">>(error: E): E & Pick<FieldError, "code"> {
  const code = codes.get(splitNamed(error.message).message);
  return code === undefined ? error : { ...error, code };
}
