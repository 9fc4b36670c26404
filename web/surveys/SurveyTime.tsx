import { dayMonthYear, shortDay } from "@survey-app/contract/time.ts";
import { Day } from "../ui/Day.tsx";
import { type Edge, timeUnlessEdge } from "./edgeTime.ts";

interface SurveyTimeProps {
  /** ISO 8601. */
  at: string;
  edge: Edge;
  /** Like 30 Nov 2026, instead of dd-mm-yyyy. */
  inSentence?: boolean;
}

/** A time in the reader's time zone, with the time of day unless it is the start or the end of the day. */
export function SurveyTime({ at, edge, inSentence = false }: SurveyTimeProps) {
  const dayOf = inSentence ? shortDay : dayMonthYear;
  return (
    <Day
      at={at}
      format={(instant, zone) => [dayOf(instant, zone), timeUnlessEdge(instant, edge, zone)].filter(Boolean).join(", ")}
    />
  );
}
