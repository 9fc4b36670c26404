import { isoDay } from "@survey-app/contract/time.ts";

/** Which end of the day a date without a time means. */
export type Edge = "start" | "end";

const EDGE_TIMES = { start: "00:00", end: "23:59" };

/** HH:MM in `timeZone`; "" at the edge of the day, which needs no time. */
export function timeOfDay(at: string, edge: Edge, timeZone: string): string {
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(at));
  return time === EDGE_TIMES[edge] ? "" : time;
}

/** The form's value for a stored time: a date, with a time where it has one; "" for none. */
export function toField(at: string | null, edge: Edge, timeZone: string): string {
  if (at === null) return "";
  return [isoDay(at, timeZone), timeOfDay(at, edge, timeZone)].filter(Boolean).join("T");
}

/**
 * What is sent for a field. An unchanged field sends the stored time, including its seconds; a date alone is sent
 * as its edge, because for a bare date the server would keep the stored time of the same day.
 */
export function fromField(field: string, stored: string | null, edge: Edge, timeZone: string): string {
  if (stored !== null && field === toField(stored, edge, timeZone)) return stored;
  if (field === "" || field.includes("T")) return field;
  return `${field}T${edge === "start" ? "00:00" : "23:59:59.999"}`;
}
