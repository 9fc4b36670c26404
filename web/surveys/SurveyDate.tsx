import { dayMonthYear } from "@survey-app/contract/time.ts";
import { Day } from "../ui/Day.tsx";

/** An instant as dd-mm-yyyy where the reader is (spec §9). */
export function SurveyDate({ at }: { at: string }) {
  return <Day at={at} format={dayMonthYear} />;
}
