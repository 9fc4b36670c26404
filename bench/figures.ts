import type { Engine } from "./engines.ts";
import type { Score } from "./rounds.ts";

/** One measured number and its goal. */
export interface Figure {
  what: string;
  /** `×` for ratios; "" for counts. */
  unit: "/s" | "×" | "µs" | "ms" | "MB" | "kB" | "points" | "";
  value: number;
  goal?: { least: number } | { most: number };
}

/** Options of a run. */
export interface Setting {
  engine: Engine;
  /** Long rounds and large numbers; short rounds otherwise. */
  isFull: boolean;
  /** Node arguments of our server, where a part compares servers. */
  nodeArgs: string[];
}

/** A part of the suite: measures on one engine and prints details to the console. */
export interface Part {
  measure(setting: Setting): Promise<Figure[]>;
  /** `one` if the database doesn't make a difference. */
  engines: "each" | "one";
}

/** The result relative to the goal: 1 is exactly the goal, 2 is twice as good. */
export function timesGoal({ value, goal }: Figure): number | null {
  if (!goal) return null;
  if ("least" in goal) return value / goal.least;
  return goal.most / Math.max(value, Number.EPSILON);
}

/** A rate, and its ratio to the first contestant, the baseline. */
export function ofFloor(what: string, score: Score, least: number): Figure[] {
  return [
    { what, unit: "/s", value: score.perSecond.median },
    { what: `${what}: of the floor`, unit: "×", value: score.toFloor, goal: { least } },
  ];
}

export function printScores(title: string, scores: readonly Score[]): void {
  const whole = (value: number) => Math.round(value).toLocaleString("en").padStart(7);
  const ratio = (value: number | null) => (value === null ? "" : value.toFixed(2)).padStart(7);
  console.log(`\n${title.padEnd(32)}  median/s  p50 ms  p99 ms  : 1st  : 2nd   min–max/s`);
  for (const { name, perSecond, p50, p99, toFloor, toSecond } of scores) {
    const times = [p50, p99].map((time) => time.toFixed(1).padStart(6)).join("  ");
    const range = `${whole(perSecond.min).trim()}–${whole(perSecond.max).trim()}`;
    console.log(
      `  ${name.padEnd(30)}   ${whole(perSecond.median)}  ${times} ${ratio(toFloor)} ${ratio(toSecond)}   ${range}`,
    );
  }
}
