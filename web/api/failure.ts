import * as frameTexts from "../texts/frameTexts.ts";
import { ApiRequestError } from "./api.ts";
import { NoResponse, NotSent } from "./noResponse.ts";

/**
 * The message for a failed request, with the request id where the server's log has one.
 * @param ifUnknown the message for an action that the server may have carried out although no response arrived
 */
export function failureOf(
  error: unknown,
  ifUnknown: string = frameTexts.outcomeUnknown,
): { text: string; requestId: string | undefined } {
  // A rejection is not in the server's log.
  if (error instanceof ApiRequestError)
    return { text: error.message, requestId: (error.status >= 500 && error.problem.requestId) || undefined };
  if (error instanceof NotSent) return { text: frameTexts.notSent, requestId: undefined };
  const isUnknown = error instanceof NoResponse && error.wasAction;
  return { text: isUnknown ? ifUnknown : frameTexts.noConnection, requestId: undefined };
}
