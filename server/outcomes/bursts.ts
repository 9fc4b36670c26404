import type { Burst } from "../database/outcomeTables.ts";

/** With fewer votes ten minutes are never remarkable. */
const VOTES_MIN = 20;
/** How many times the usual number of votes is remarkable. */
const TIMES_USUAL = 10;
/** How far back the usual number is looked for, in milliseconds. */
const USUAL_MS = 7 * 24 * 3600_000;
/** The most bursts that are kept: the largest. */
const BURSTS_MAX = 5;

/**
 * The ten minutes in which remarkably many votes arrived, oldest first: at least 20, and at least ten times the median of the
 * last seven days before, of the ten minutes that had votes. Without such a week before, nothing is usual or remarkable.
 * @param buckets the votes of each ten minutes with votes, oldest first
 */
export function findBursts(buckets: readonly Burst[]): Burst[] {
  let first = 0;
  const bursts = buckets.filter(({ at, votes }, index) => {
    while ((buckets[first]?.at ?? at) < at - USUAL_MS) first++;
    if (votes < VOTES_MIN || first === index) return false;
    const before = buckets.slice(first, index).map((bucket) => bucket.votes);
    return votes >= TIMES_USUAL * medianOf(before);
  });
  return bursts
    .sort((a, b) => b.votes - a.votes)
    .slice(0, BURSTS_MAX)
    .sort((a, b) => a.at - b.at);
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
