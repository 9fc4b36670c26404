import { dayMonthYear } from "@survey-app/contract/time.ts";
import { Day } from "../ui/Day.tsx";
import { type Edge, timeOfDay } from "./fieldTime.ts";

/** An instant as dd-mm-yyyy where the reader is, with its time unless that is the start or the end of the day. */
export function SurveyTime({ at, edge }: { at: string; edge: Edge }) {
  return (
    <Day
      at={at}
      format={(instant, zone) =>
        [dayMonthYear(instant, zone), timeOfDay(instant, edge, zone)].filter(Boolean).join(", ")
      }
    />
  );
}
