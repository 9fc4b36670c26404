import { frameTexts } from "../texts/frameTexts.ts";
import { ApiRequestError } from "./api.ts";
import { NoAnswer, NotSent } from "./noAnswer.ts";

/**
 * What is said of something that failed, and the id by which the server's log knows it where there is one.
 * @param ifUnknown said of an action that the server may have carried out all the same
 */
export function failureOf(
  error: unknown,
  ifUnknown: string = frameTexts.outcomeUnknown,
): { text: string; requestId: string | undefined } {
  // What the server refuses needs no look into its log.
  if (error instanceof ApiRequestError)
    return { text: error.message, requestId: (error.status >= 500 && error.problem.requestId) || undefined };
  if (error instanceof NotSent) return { text: frameTexts.notSent, requestId: undefined };
  const isUnknown = error instanceof NoAnswer && error.wasAction;
  return { text: isUnknown ? ifUnknown : frameTexts.noConnection, requestId: undefined };
}
