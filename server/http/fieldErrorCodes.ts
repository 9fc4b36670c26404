import type { FieldError } from "@survey-app/contract/http/errors.ts";
import { splitNamed } from "@survey-app/contract/text/unseenCharacters.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";

/** The codes of the messages, which are their paths in the catalog. No two have the same words, so each has its own code. */
const codes = new Map<string, string>(
  Object.entries(formErrors).flatMap(([group, messages]) =>
    Object.entries(messages).map(([name, message]) => [message, `${group}.${name}`]),
  ),
);

/**
 * Adds the code of its message to an error, by which the browser words it in its reader's language. Schemas have texts of the
 * catalog as their messages, and their issues tell nothing else that would name one.
 */
export function withCode<E extends Pick<FieldError, "message">>(error: E): E & Pick<FieldError, "code"> {
  const code = codes.get(splitNamed(error.message).message);
  return code === undefined ? error : { ...error, code };
}
