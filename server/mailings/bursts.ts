import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { Burst } from "../database/mailingTables.ts";

/** Ten minutes with fewer votes are never a burst. */
const VOTES_MIN = 20;
/** A burst has at least this many times the usual number of votes. */
const TIMES_USUAL = 10;
/** The time before a burst from which the usual number is computed, in milliseconds. */
const USUAL_MS = 7 * DAY_MS;
/** The most bursts that are kept: the largest. */
const BURSTS_MAX = 5;

/**
 * Finds the bursts, oldest first: ten minutes with at least 20 votes, and at least ten times the median of the seven
 * days before, computed from the ten minutes that had votes. Without votes in those seven days, there is neither a
 * usual number nor a burst.
 * @param buckets the votes of each ten minutes with votes, oldest first
 */
export function findBursts(buckets: readonly Burst[]): Burst[] {
  // Kept sorted: sorting a week again for each bucket of a large survey took seconds, in which no votes are served.
  const week: number[] = [];
  let first = 0;
  const bursts = buckets.filter(({ at, votes }) => {
    for (let old = buckets[first]; old && old.at < at - USUAL_MS; old = buckets[++first])
      week.splice(lowerBound(old.votes, week), 1);
    const isBurst = votes >= VOTES_MIN && week.length > 0 && votes >= TIMES_USUAL * medianOf(week);
    week.splice(lowerBound(votes, week), 0, votes);
    return isBurst;
  });
  return bursts
    .sort((a, b) => b.votes - a.votes)
    .slice(0, BURSTS_MAX)
    .sort((a, b) => a.at - b.at);
}

/** The index of the first of these sorted numbers that is not smaller. */
function lowerBound(number: number, sorted: readonly number[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
