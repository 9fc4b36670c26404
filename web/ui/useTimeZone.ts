import { useBrowserValue } from "./useBrowserValue.ts";

/** The reader's time zone; UTC on the server and for the first render. */
export function useTimeZone(): string {
  return useBrowserValue(() => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC", "UTC");
}
