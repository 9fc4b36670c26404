import { dayAndTime, dayMonthYear, shortDay, shortDayAndTime } from "@survey-app/contract/time.ts";
import { Day } from "../ui/Day.tsx";
import { type Edge, isAtEdge } from "./edgeTime.ts";

interface SurveyTimeProps {
  /** ISO 8601. */
  at: string;
  edge: Edge;
  /** Like 30 Nov 2026, instead of dd-mm-yyyy. */
  inSentence?: boolean;
  /** It is a day of the calendar, without a time. */
  isDay?: boolean | undefined;
}

/** A time in the reader's time zone, with the time of day unless it is the start or the end of the day. */
export function SurveyTime({ at, edge, inSentence = false, isDay }: SurveyTimeProps) {
  const [day, withTime] = inSentence ? [shortDay, shortDayAndTime] : [dayMonthYear, dayAndTime];
  const format = (instant: string, zone: string) => (isAtEdge(instant, edge, zone) ? day : withTime)(instant, zone);
  return <Day at={at} format={isDay ? day : format} isDay={isDay} />;
}
