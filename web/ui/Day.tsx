import { dayAndTime, dayMonthYear } from "@survey-app/contract/text/time.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { classes } from "./classes.ts";
import { useTimeZone, useZoneNote } from "./useTimeZone.ts";

interface DayProps {
  /** ISO 8601. */
  at: string;
  withTime?: boolean;
  /** It is a day of the calendar, the same in every time zone. */
  isDay?: boolean | undefined;
}

/** A date in the reader's time zone, dd-mm-yyyy in English (specification §4.4); a tooltip names the zone. */
export function Day({ at, withTime = false, isDay }: DayProps) {
  const zone = useTimeZone();
  const note = useZoneNote();
  return (
    <time
      dateTime={at}
      title={isDay ? undefined : uiTexts.inTimeZone(zone)}
      // With a time of day it can be wider than a phone with large texts, and then wraps. A box of its own would let
      // the full stop behind it begin the next line.
      className={classes("tabular-nums", !withTime && "whitespace-nowrap")}
    >
      {isDay ? dayMonthYear(at, "UTC") : (withTime ? dayAndTime : dayMonthYear)(at, zone) + note}
    </time>
  );
}
