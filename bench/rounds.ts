import { type Load, type LoadOptions, load } from "./load.ts";

/** One of the compared servers. */
export interface Contestant {
  name: string;
  port: number;
  /** Requests of a round; round 0 warms up. */
  requests(round: number): Promise<Buffer[]> | Buffer[];
  options: Pick<LoadOptions, "repeat">;
  /** Checks the results right after a round. */
  check?(answered: number): Promise<void>;
}

export interface Pace {
  rounds: number;
  seconds: number;
}

/** A contestant's results. Ratios are taken within a round, because the machine's speed varies between rounds. */
export interface Score {
  name: string;
  perSecond: { median: number; min: number; max: number };
  p50: number;
  p99: number;
  /** Median of the ratios to the first contestant, round by round. */
  toFloor: number;
  /** The same for the second contestant, if there are more than two. */
  toSecond: number | null;
  /** The same for each contestant, by its name. */
  toEach: Record<string, number>;
}

export const CONNECTIONS = 64;

/** Runs the contestants one after the other, round after round, with another one first each time. */
export async function compete(contestants: Contestant[], { rounds, seconds }: Pace): Promise<Score[]> {
  const loads = new Map(contestants.map(({ name }) => [name, [] as Load[]]));
  for (let round = 0; round <= rounds; round++) {
    const offset = round % contestants.length;
    for (const contestant of [...contestants.slice(offset), ...contestants.slice(0, offset)]) {
      const requests = await contestant.requests(round);
      const done = await load(contestant.port, requests, { seconds, connections: CONNECTIONS, ...contestant.options });
      await contestant.check?.(done.answered);
      if (round > 0) loads.get(contestant.name)?.push(done);
    }
  }
  const all = [...loads.values()];
  return contestants.map(({ name }, index) => {
    const own = all[index] ?? [];
    const rates = own.map(({ perSecond }) => perSecond);
    const ratioTo = (other: Load[]) =>
      median(own.map((each, position) => each.perSecond / (other[position]?.perSecond ?? 0)));
    return {
      name,
      perSecond: { median: median(rates), min: Math.min(...rates), max: Math.max(...rates) },
      p50: median(own.map(({ p50 }) => p50)),
      p99: median(own.map(({ p99 }) => p99)),
      toFloor: ratioTo(all[0] ?? []),
      toSecond: contestants.length > 2 ? ratioTo(all[1] ?? []) : null,
      toEach: Object.fromEntries([...loads].map(([other, theirs]) => [other, ratioTo(theirs)])),
    };
  });
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}
