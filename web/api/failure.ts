import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { ApiRequestError } from "./api.ts";
import { Explained, NoResponse, NotSent } from "./noResponse.ts";

/** The message about a failed request, and the request id if the server's log has it. */
export interface FailureMessage {
  text: string;
  requestId: string | undefined;
}

/**
 * The message for a failed request.
 * @param ifUnknown the message for an action that the server may have carried out although no response arrived
 */
export function failureOf(error: unknown, ifUnknown: string = frameTexts.outcomeUnknown): FailureMessage {
  if (error instanceof ApiRequestError) {
    // Without a form, the error of a field says more than the error of the request.
    const text = error.problem.errors?.[0]?.message ?? error.message;
    // A rejection is not in the server's log.
    return { text, requestId: (error.status >= 500 && error.problem.requestId) || undefined };
  }
  if (error instanceof NotSent) return { text: frameTexts.notSent, requestId: undefined };
  if (error instanceof NoResponse)
    return { text: error.wasAction ? ifUnknown : frameTexts.noConnection, requestId: undefined };
  if (error instanceof Explained) return { text: error.message, requestId: undefined };
  // Every other error happened on this device, whose network works.
  return { text: isMissingCode(error) ? frameTexts.partMissing : frameTexts.unexpected, requestId: undefined };
}

/** Whether the server says that something no longer exists, or is no longer shown. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiRequestError && (error.status === 404 || error.status === 410);

/** Whether a part of the page's code could not be loaded (`loadCode`). Browsers say so only in the message. */
const isMissingCode = (error: unknown) => error instanceof TypeError && /\bmodule\b/.test(error.message);
