import { timeOfDay } from "@survey-app/contract/time.ts";

/** Which end of the day a date without a time means. */
export type Edge = "start" | "end";

const EDGE_TIMES = { start: "00:00", end: "23:59" };

/** HH:MM in `timeZone`; "" at the edge of the day, which needs no time. */
export function timeUnlessEdge(at: string, edge: Edge, timeZone: string): string {
  const time = timeOfDay(at, timeZone);
  return time === EDGE_TIMES[edge] ? "" : time;
}
