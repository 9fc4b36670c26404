import { dayMonthYear } from "@survey-app/contract/time.ts";
import * as uiTexts from "../texts/uiTexts.ts";
import { useTimeZone } from "./useTimeZone.ts";

interface DayProps {
  /** ISO 8601. */
  at: string;
  /** Formats the date in a time zone; dd-mm-yyyy by default (spec §9). */
  format?: (at: string, timeZone: string) => string;
}

/** A date in the reader's time zone; a tooltip names the zone. */
export function Day({ at, format = dayMonthYear }: DayProps) {
  const zone = useTimeZone();
  return (
    <time dateTime={at} title={uiTexts.inTimeZone(zone)} className="whitespace-nowrap tabular-nums">
      {format(at, zone)}
    </time>
  );
}
