import { dayMonthYear } from "@survey-app/contract/time.ts";
import { useTimeZone } from "./serverTime.ts";

/** An instant as dd-mm-yyyy where the reader is (spec §9), its zone in the tooltip. */
export function SurveyDate({ at }: { at: string }) {
  const zone = useTimeZone();
  return (
    <time dateTime={at} title={`In the time zone ${zone}`} className="whitespace-nowrap tabular-nums">
      {dayMonthYear(at, zone)}
    </time>
  );
}
