import { dayMonthYear } from "@survey-app/contract/time.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { classes } from "./classes.ts";
import { useTimeZone, useZoneNote } from "./useTimeZone.ts";

interface DayProps {
  /** ISO 8601. */
  at: string;
  /** Formats the date in a time zone; dd-mm-yyyy by default (spec §9). */
  format?: ((at: string, timeZone: string) => string) | undefined;
  /** It is a day of the calendar, the same in every time zone. */
  isDay?: boolean | undefined;
}

/** A date in the reader's time zone, which a tooltip names. */
export function Day({ at, format = dayMonthYear, isDay }: DayProps) {
  const zone = useTimeZone();
  const note = useZoneNote();
  return (
    <time
      dateTime={at}
      title={isDay ? undefined : uiTexts.inTimeZone(zone)}
      // With a time of day it can be wider than a phone with large texts, and then wraps.
      className={classes("tabular-nums", format === dayMonthYear ? "whitespace-nowrap" : "inline-block")}
    >
      {isDay ? format(at, "UTC") : format(at, zone) + note}
    </time>
  );
}
