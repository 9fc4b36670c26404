import { dayAndTime, dayMonthYear } from "@survey-app/contract/time.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { classes } from "./classes.ts";
import { useTimeZone, useZoneNote } from "./useTimeZone.ts";

interface DayProps {
  /** ISO 8601. */
  at: string;
  withTime?: boolean;
}

/** A date in the reader's time zone, dd-mm-yyyy in English (spec §9); a tooltip names the zone. */
export function Day({ at, withTime = false }: DayProps) {
  const zone = useTimeZone();
  const note = useZoneNote();
  return (
    <time
      dateTime={at}
      title={uiTexts.inTimeZone(zone)}
      // With a time of day it can be wider than a phone with large texts, and then wraps.
      className={classes("tabular-nums", withTime ? "inline-block" : "whitespace-nowrap")}
    >
      {(withTime ? dayAndTime : dayMonthYear)(at, zone) + note}
    </time>
  );
}
