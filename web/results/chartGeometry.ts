/** More lines across the chart would be read as a texture. */
const MOST_STEPS = 4;
/** Dates that fit beside each other, also in a column beside another one. */
const MOST_DATES = 4;
/** The least distance of two dates, as a share of the chart's width: at its edges they stand inside it. */
const LEAST_GAP = 0.3;

/** Round numbers from 0 to at least `max`, in equal steps of 1, 2 or 5 times a power of ten. */
export function roundTicks(max: number): number[] {
  const least = Math.max(1, max) / MOST_STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power);
  const steps = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Days after the first one that get a date: the first, the last and, in about equal steps, some between. */
export function dateTicks(span: number): number[] {
  let steps = Math.min(span, MOST_DATES - 1);
  while (Math.floor(span / steps) < LEAST_GAP * span) steps -= 1;
  return Array.from({ length: steps + 1 }, (_, index) => Math.round((index * span) / steps));
}

/**
 * The positions of the labels of line ends, so that they neither overlap nor leave the chart: at their lines' ends, or
 * as far apart as needed.
 * @param ends the lines' ends, in px from the top; of equal ones the first gets the upper place
 * @param gap the least distance between the labels' centers, in px
 * @param height the chart's, in px
 */
export function placeLabels(ends: readonly number[], gap: number, height: number): number[] {
  const endOf = (index: number) => ends[index] ?? 0;
  const groups = ends.map((_, index) => [index]).sort(([a = 0], [b = 0]) => endOf(a) - endOf(b) || a - b);
  const room = (group: readonly number[]) => (group.length * gap) / 2;
  const centerOf = (group: readonly number[]) =>
    clamp(group.reduce((sum, index) => sum + endOf(index), 0) / group.length, room(group), height - room(group));
  // Labels that overlap become a group, until none do.
  for (let at = 1; at < groups.length; ) {
    const [upper = [], lower = []] = [groups[at - 1], groups[at]];
    if (centerOf(lower) - centerOf(upper) >= room(upper) + room(lower)) at += 1;
    else {
      groups.splice(at - 1, 2, [...upper, ...lower]);
      at = Math.max(1, at - 1);
    }
  }
  const places = new Map(
    groups.flatMap((group) =>
      group.map((index, order) => [index, centerOf(group) - room(group) + (order + 0.5) * gap] as const),
    ),
  );
  return ends.map((_, index) => places.get(index) ?? 0);
}

/** The day under the pointer, in whole days after the first one. */
export function dayAt(x: number, width: number, span: number): number {
  return clamp(Math.round((x / Math.max(1, width)) * span), 0, span);
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
