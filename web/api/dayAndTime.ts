import { dayMonthYear, timeOfDay } from "@survey-app/contract/time.ts";

/** dd-mm-yyyy and the time of day, for lists where several entries can have the same date. */
export function dayAndTime(at: string, timeZone: string): string {
  return `${dayMonthYear(at, timeZone)}, ${timeOfDay(at, timeZone)}`;
}
