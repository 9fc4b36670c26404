import { browserTimeZone } from "./browserTimeZone.ts";
import { useBrowserValue } from "./useBrowserValue.ts";

let known: string | undefined;

/** Only once: React asks several times for each render, and a format takes longer to create than most components. */
function readTimeZone(): string {
  known ??= browserTimeZone();
  return known;
}

/** The reader's time zone; UTC on the server and for the first render. */
export function useTimeZone(): string {
  return useBrowserValue(readTimeZone, "UTC");
}
