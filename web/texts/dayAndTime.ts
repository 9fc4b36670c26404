import { dayMonthYear } from "@survey-app/contract/time.ts";

/** dd-mm-yyyy and the time of day, for lists where several entries can have the same date. */
export function dayAndTime(at: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(new Date(at));
  return `${dayMonthYear(at, timeZone)}, ${time}`;
}
