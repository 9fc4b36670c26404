import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** The reader's time zone; UTC on the server and for the first render. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    () => "UTC",
  );
}
