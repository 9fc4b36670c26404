import { Day } from "../ui/Day.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { type Edge, isAtEdge } from "./edgeTime.ts";

interface SurveyTimeProps {
  /** ISO 8601. */
  at: string;
  edge: Edge;
  /** It is a day of the calendar, without a time. */
  isDay?: boolean | undefined;
}

/** A time in the reader's time zone, with the time of day unless it is the start or the end of the day. */
export function SurveyTime({ at, edge, isDay }: SurveyTimeProps) {
  const zone = useTimeZone();
  return <Day at={at} withTime={!isDay && !isAtEdge(at, edge, zone)} isDay={isDay} />;
}
