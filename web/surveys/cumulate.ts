const DAY_MS = 86_400_000;

/** The totals at the end of a day (UTC). */
export interface Standing {
  /** yyyy-mm-dd */
  day: string;
  yes: number;
  no: number;
}

interface DayTotals {
  day: string;
  totalVotes: number;
  yesVotes: number;
}

/** The days together with the votes that arrived after they were loaded, which belong to the day (UTC) of `now`. */
export function withNewest(
  days: readonly DayTotals[],
  totals: Omit<DayTotals, "day">,
  now: number,
): readonly DayTotals[] {
  const missing = (of: "totalVotes" | "yesVotes") => days.reduce((left, day) => left - day[of], totals[of]);
  const [totalVotes, yesVotes] = [missing("totalVotes"), missing("yesVotes")];
  if (totalVotes <= 0) return days;
  const day = new Date(now).toISOString().slice(0, 10);
  const last = days.at(-1);
  if (last?.day !== day) return [...days, { day, totalVotes, yesVotes }];
  return days.with(-1, { day, totalVotes: last.totalVotes + totalVotes, yesVotes: last.yesVotes + yesVotes });
}

/** Adds up the votes by day. Days without votes have no row. */
export function cumulate(days: readonly DayTotals[]): Standing[] {
  let yes = 0;
  let no = 0;
  return days.map(({ day, totalVotes, yesVotes }) => {
    yes += yesVotes;
    no += totalVotes - yesVotes;
    return { day, yes, no };
  });
}

/**
 * A line's points, 0–100 from left to right and from bottom to top. It stays level on days without votes, so that a
 * quiet week doesn't look like a slow rise.
 */
export function linePoints(standings: readonly Standing[], of: "yes" | "no"): [x: number, y: number][] {
  const first = atOf(standings[0]);
  const span = Math.max(1, atOf(standings.at(-1)) - first);
  const top = Math.max(1, ...standings.flatMap(({ yes, no }) => [yes, no]));
  const points: [number, number][] = [];
  let before: Standing | undefined;
  for (const standing of standings) {
    const at = atOf(standing);
    const height = (each: Standing) => (100 * each[of]) / top;
    if (before && at - atOf(before) > DAY_MS) points.push([(100 * (at - DAY_MS - first)) / span, height(before)]);
    points.push([(100 * (at - first)) / span, height(standing)]);
    before = standing;
  }
  return points;
}

const atOf = (standing: Standing | undefined) => Date.parse(standing?.day ?? "");
