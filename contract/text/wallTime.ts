/*
 * Local times, as clocks on walls show them. This file doesn't import anything: every page writes times with `time.ts`,
 * but only forms need these functions.
 */

const DAY_MS = 24 * 3600_000;

export const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
export const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;

/**
 * Converts a text that `instant` accepted to milliseconds since 1970; null for no date. A local time is in `timeZone`;
 * a date without a time is the start or the last millisecond of that day there (specification §4.4).
 */
export function toInstant(text: string | null | undefined, edge: "start" | "end", timeZone: string): number | null {
  if (!text) return null;
  if (localTime.test(text)) return wallToInstant(Date.parse(`${text}Z`), timeZone);
  if (!dateOnly.test(text)) return Date.parse(text);
  const midnight = Date.parse(`${text}T00:00:00Z`);
  if (edge === "start") return wallToInstant(midnight, timeZone);
  return wallToInstant(midnight + DAY_MS, timeZone) - 1;
}

/**
 * The instant at which clocks in `timeZone` show what UTC clocks show at `wall`: the first one where they show it
 * twice, and where a change of clocks skips it, the instant of the change.
 */
function wallToInstant(wall: number, timeZone: string): number {
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  const shows = (at: number) => at + offsetAt(at, timeZone) === wall;
  return !shows(before) && shows(after) ? after : before;
}

function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value);
  return (
    Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) -
    Math.floor(at / 1000) * 1000
  );
}
