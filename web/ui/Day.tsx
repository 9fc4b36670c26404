import { dayMonthYear } from "@survey-app/contract/time.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { classes } from "./classes.ts";
import { useTimeZone, useZoneNote } from "./useTimeZone.ts";

interface DayProps {
  /** ISO 8601. */
  at: string;
  /** Formats the date in a time zone; dd-mm-yyyy by default (spec §9). */
  format?: (at: string, timeZone: string) => string;
}

/** A date in the reader's time zone; a tooltip names the zone. */
export function Day({ at, format = dayMonthYear }: DayProps) {
  const zone = useTimeZone();
  const note = useZoneNote();
  return (
    <time
      dateTime={at}
      title={uiTexts.inTimeZone(zone)}
      // With a time of day it can be wider than a phone with large texts, and then wraps.
      className={classes("tabular-nums", format === dayMonthYear ? "whitespace-nowrap" : "inline-block")}
    >
      {format(at, zone) + note}
    </time>
  );
}
