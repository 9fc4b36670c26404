import { browserTimeZone, zoneNote } from "./browserTimeZone.ts";
import { useBrowserValue } from "./useBrowserValue.ts";

let known: { zone: string; note: string } | undefined;

/** Only once: React asks several times for each render, and a format takes longer to create than most components. */
function read() {
  known ??= { zone: browserTimeZone(), note: zoneNote() };
  return known;
}

/** The reader's time zone; UTC on the server and for the first render. */
export const useTimeZone = (): string => useBrowserValue(() => read().zone, "UTC");

/** The note after a date on the screen that it is in UTC, where the browser doesn't know the reader's time zone. */
export const useZoneNote = (): string => useBrowserValue(() => read().note, "");
