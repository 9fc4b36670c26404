import { useTimeZone } from "./useTimeZone.ts";

interface DayProps {
  /** ISO 8601. */
  at: string;
  /** How the day is written in a time zone. */
  format: (at: string, timeZone: string) => string;
}

/** The day of an instant where the reader is, its zone in the tooltip. */
export function Day({ at, format }: DayProps) {
  const zone = useTimeZone();
  return (
    <time dateTime={at} title={`In the time zone ${zone}`} className="whitespace-nowrap tabular-nums">
      {format(at, zone)}
    </time>
  );
}
