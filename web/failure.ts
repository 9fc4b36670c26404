import { Refusal } from "./api.ts";
import { frameTexts } from "./frameTexts.ts";

/** What is said of something that failed, and the id by which the server's log knows it where there is one. */
export function failureOf(error: unknown): { text: string; requestId: string | undefined } {
  if (!(error instanceof Refusal)) return { text: frameTexts.noConnection, requestId: undefined };
  // What the server refuses needs no look into its log.
  return { text: error.message, requestId: (error.status >= 500 && error.problem.requestId) || undefined };
}
