import { dayMonthYear } from "@survey-app/contract/time.ts";

/** dd-mm-yyyy and the time of day: two things of one day are told apart by it. */
export function dayAndTime(at: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(new Date(at));
  return `${dayMonthYear(at, timeZone)}, ${time}`;
}
