import type { DayTotals } from "@survey-app/contract/ballots/dayTotals.ts";
import type { Totals } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, dayMonthYear } from "@survey-app/contract/text/time.ts";

/** The totals at the end of a day (UTC). While the results are hidden, only `voted` has a meaning. */
export interface CumulatedTotals {
  /** yyyy-mm-dd */
  day: string;
  yes: number;
  no: number;
  /** People who voted, whatever their answer. */
  voted: number;
}

/** The days together with the votes that arrived after they were loaded, which belong to the day (UTC) of `now`. */
export function withNewest(
  days: readonly DayTotals[],
  totals: Pick<Totals, "totalVotes" | "yesVotes" | "unsureVotes">,
  now: number,
): readonly DayTotals[] {
  const missing = (of: "totalVotes" | "yesVotes" | "unsureVotes") =>
    days.reduce((left, day) => left - (day[of] ?? 0), totals[of] ?? 0);
  const newest = {
    totalVotes: missing("totalVotes"),
    yesVotes: missing("yesVotes"),
    unsureVotes: missing("unsureVotes"),
  };
  if (newest.totalVotes <= 0 && newest.unsureVotes <= 0) return days;
  const day = new Date(now).toISOString().slice(0, 10);
  const last = days.at(-1);
  if (last?.day !== day) return [...days, { day, ...newest }];
  return days.with(-1, {
    day,
    totalVotes: last.totalVotes + newest.totalVotes,
    yesVotes: (last.yesVotes ?? 0) + newest.yesVotes,
    unsureVotes: (last.unsureVotes ?? 0) + newest.unsureVotes,
  });
}

/** Adds up the votes by day. Days without votes don't have a row. */
export function cumulate(days: readonly DayTotals[]): CumulatedTotals[] {
  const sum = { yes: 0, no: 0, voted: 0 };
  return days.map(({ day, totalVotes, yesVotes, unsureVotes }) => {
    sum.yes += yesVotes ?? 0;
    sum.no += totalVotes - (yesVotes ?? 0);
    sum.voted += totalVotes + (unsureVotes ?? 0);
    return { day, ...sum };
  });
}

/** The votes for one answer, or of all people who voted. */
export const countOf = (kind: "yes" | "no" | "unsure" | "voted", totals: CumulatedTotals): number =>
  kind === "unsure" ? totals.voted - totals.yes - totals.no : totals[kind];

/** The days on which the other answer than before got more votes, with the answer that did. */
export function leadChanges(standings: readonly CumulatedTotals[]): { day: string; isYes: boolean }[] {
  let leader = 0;
  return standings.flatMap(({ day, yes, no }) => {
    const before = leader;
    leader = Math.sign(yes - no) || before;
    return before !== 0 && leader !== before ? [{ day, isYes: leader > 0 }] : [];
  });
}

/** The number of days from the first row's day to the last row's. */
export function daySpan(standings: readonly CumulatedTotals[]): number {
  return (atOf(standings.at(-1)) - atOf(standings[0])) / DAY_MS;
}

/**
 * The totals at the end of the day `offset` days after the first row's; on days without votes those of the day before.
 */
export function totalsOn(standings: readonly CumulatedTotals[], offset: number): CumulatedTotals {
  const at = atOf(standings[0]) + offset * DAY_MS;
  const latest = standings.findLast((standing) => atOf(standing) <= at);
  return { yes: 0, no: 0, voted: 0, ...latest, day: new Date(at).toISOString().slice(0, 10) };
}

/**
 * A line's points, 0–100 from left to right and from top to bottom. It stays level on days without votes, so that a
 * quiet week doesn't look like a slow rise.
 * @param heightOf from the lower edge, 0–100
 */
export function linePoints(
  standings: readonly CumulatedTotals[],
  heightOf: (totals: CumulatedTotals) => number,
): [x: number, y: number][] {
  const first = atOf(standings[0]);
  const span = Math.max(1, atOf(standings.at(-1)) - first);
  const points: [number, number][] = [];
  let before: CumulatedTotals | undefined;
  for (const standing of standings) {
    const at = atOf(standing);
    if (before && at - atOf(before) > DAY_MS)
      points.push([(100 * (at - DAY_MS - first)) / span, 100 - heightOf(before)]);
    points.push([(100 * (at - first)) / span, 100 - heightOf(standing)]);
    before = standing;
  }
  return points;
}

const atOf = (standing: CumulatedTotals | undefined) => Date.parse(standing?.day ?? "");

/** These are days in UTC, not times. */
export const shownDay = (day: string) => dayMonthYear(day, "UTC");
