import { dayAndTime, dayMonthYear } from "@survey-app/contract/time.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useTimeZone, useZoneNote } from "./useTimeZone.ts";

interface DayProps {
  /** ISO 8601. */
  at: string;
  withTime?: boolean;
  /** It is a day of the calendar, the same in every time zone. */
  isDay?: boolean | undefined;
}

/** A date in the reader's time zone, dd-mm-yyyy in English (spec §9); a tooltip names the zone. */
export function Day({ at, withTime = false, isDay }: DayProps) {
  const zone = useTimeZone();
  const note = useZoneNote();
  return (
    <time
      dateTime={at}
      title={isDay ? undefined : uiTexts.inTimeZone(zone)}
      // Breaks within the day only where a line has no room for it: on a small phone with large texts.
      className="tabular-nums wrap-break-word"
    >
      {isDay ? dayMonthYear(at, "UTC") : (withTime ? dayAndTime : dayMonthYear)(at, zone) + note}
    </time>
  );
}
