import { isoTime } from "@survey-app/contract/text/time.ts";

/** The end of the day that a date without a time means. */
export type Edge = "start" | "end";

const EDGE_TIMES = { start: "00:00", end: "23:59" };

/** Whether a time is the edge of its day in `timeZone`, so that only the day is shown. */
export function isAtEdge(at: string, edge: Edge, timeZone: string): boolean {
  return isoTime(at, timeZone) === EDGE_TIMES[edge];
}
