import { dayAndTime } from "@survey-app/contract/text/time.ts";
import { zoneNote } from "../ui/browserTimeZone.ts";

/** In a text: the place where the script writes the time in `data-at`, in the reader's time zone. */
export const AT = "{at}";

/**
 * Writes the texts that aren't true yet, such as "You voted", into the elements that are hidden until then. The
 * server's HTML has them in attributes, because text-only browsers ignore that elements are hidden and would show them
 * all.
 */
export function writeLaterTexts(timeZone: string): void {
  for (const each of document.querySelectorAll<HTMLElement>("[data-text]")) {
    const { text = "", at } = each.dataset;
    each.textContent = at ? text.replace(AT, dayAndTime(at, timeZone) + zoneNote()) : text;
  }
}
