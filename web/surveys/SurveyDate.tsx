import { dayMonthYear } from "@survey-app/contract/time.ts";
import { Day } from "../ui/Day.tsx";

/** A time as dd-mm-yyyy in the reader's time zone (spec §9). */
export function SurveyDate({ at }: { at: string }) {
  return <Day at={at} format={dayMonthYear} />;
}
