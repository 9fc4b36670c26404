import { dayMonthYear } from "@survey-app/contract/time.ts";
import { Day } from "../ui/Day.tsx";
import { type Edge, timeUnlessEdge } from "./edgeTime.ts";

/**
 * A time as dd-mm-yyyy in the reader's time zone, with the time of day unless it is the start or the end of the day.
 */
export function SurveyTime({ at, edge }: { at: string; edge: Edge }) {
  return (
    <Day
      at={at}
      format={(instant, zone) =>
        [dayMonthYear(instant, zone), timeUnlessEdge(instant, edge, zone)].filter(Boolean).join(", ")
      }
    />
  );
}
