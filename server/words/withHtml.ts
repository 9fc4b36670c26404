import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";

/** A character for private use, which no text contains. */
const MARKER = "\ue000";

/**
 * A sentence with an element in it, as HTML.
 * @param sentence makes the sentence, given what stands for the element
 * @param element HTML
 */
export const withHtml = (sentence: (marker: string) => string, element: string): string =>
  escapeHtml(sentence(MARKER)).replace(MARKER, () => element);
