import { join } from "node:path";
import { type Ours, startOurs } from "./engines.ts";
import { type Figure, ofFloor, type Part, printScores, type Setting } from "./figures.ts";
import { growthQuick, growthWhole, measureGrowth } from "./growth.ts";
import { measurePages } from "./pages.ts";
import { median, type Score } from "./rounds.ts";
import { measureStart } from "./start.ts";
import { measureStoring } from "./storing.ts";
import { formatValue } from "./table.ts";
import { ECHO, measureVotes, ONE_INSERT } from "./votes.ts";
import { measureWeb } from "./web.ts";

const ROUNDS = 5;

/** A part that measures our server with demo data on each engine. */
function onOurs(measure: (ours: Ours, setting: Setting) => Promise<Figure[]>): Part {
  return {
    engines: "each",
    async measure(setting) {
      const ours = await startOurs(setting.engine, setting.nodeArgs);
      try {
        return await measure(ours, setting);
      } finally {
        await ours.stop();
      }
    },
  };
}

const votes = onOurs(async (ours, { engine, isFull }) => {
  const measured = await measureVotes(ours, { rounds: ROUNDS, seconds: isFull ? 1.5 : 0.4 });
  const figures = scoresOf(`${engine}: `, measured, (what, ours, [floor, ...others]): Figure[] => [
    ...ofFloor(what, ours, 0.9),
    { what: `${what}: p99 of the floor's`, unit: "×", value: ours.p99 / (floor?.p99 ?? 0), goal: { most: 1.5 } },
    ...others.flatMap(({ name }): Figure[] => {
      const value = ours.toEach[name] ?? 0;
      if (name === ECHO) return [{ what: `${what}: of an echo that stores nothing`, unit: "×", value }];
      if (name !== ONE_INSERT) return [];
      return [{ what: `${what}: of bare Node with one insert a request`, unit: "×", value, goal: { least: 1.5 } }];
    }),
  ]);
  const [hot = 0, spread = 0] = figures.filter(({ unit }) => unit === "/s").map(({ value }) => value);
  // On SQLite every survey of a batch is a separate page (docs/decisions/0009): a goal on PostgreSQL only.
  if (engine === "sqlite") return figures;
  return [
    ...figures,
    { what: "votes, 1,000 surveys: of one hot survey", unit: "×", value: spread / hot, goal: { least: 0.9 } },
  ];
});

const store: Part = {
  engines: "one",
  async measure({ engine, isFull }) {
    if (engine !== "sqlite") return [];
    const measured = await measureStoring([join(import.meta.dirname, "..")], isFull ? 1_000_000 : 80_000);
    return measured.map(
      ({ pattern, median: value }): Figure => ({
        what: `${pattern}: CPU of SQLite's writer for a vote`,
        unit: "µs",
        value,
        goal: { most: pattern === "one hot survey" ? 22 : 40 },
      }),
    );
  },
};

const pages = onOurs(async (ours, { engine, isFull }) => {
  const measured = await measurePages(ours, { rounds: ROUNDS, seconds: isFull ? 0.7 : 0.3 });
  return scoresOf(`${engine}: `, measured, (what, ours) => ofFloor(what, ours, 0.85));
});

const growth: Part = {
  engines: "each",
  async measure({ engine, isFull }) {
    const { sizes, pace } = isFull ? growthWhole : growthQuick;
    const calls = await measureGrowth(engine, sizes, pace);
    const size = `${formatValue(sizes.big.surveys, "")} surveys, ${formatValue(sizes.big.votes, "")} votes on one, against ${formatValue(sizes.small.surveys, "")}`;
    return (["p50", "p99"] as const).flatMap((quantile): Figure[] => {
      const ratios = calls.map(({ ratio }) => ratio[quantile]);
      return [
        {
          what: `${size}: ${quantile} of the slowest call`,
          unit: "×",
          value: Math.max(...ratios),
          goal: { most: 1.5 },
        },
        { what: `${size}: ${quantile} of the median call`, unit: "×", value: median(ratios), goal: { most: 1.5 } },
      ];
    });
  },
};

/** Prints the results of the rounds and turns those of "our server" into figures. */
function scoresOf(
  title: string,
  measured: Record<string, Score[]>,
  figuresOf: (what: string, ours: Score, scores: Score[]) => Figure[],
): Figure[] {
  return Object.entries(measured).flatMap(([what, scores]) => {
    printScores(title + what, scores);
    const ours = scores.find(({ name }) => name === "our server");
    return ours ? figuresOf(what, ours, scores) : [];
  });
}

/** The parts that `npm run bench` measures, in this order. */
export const parts: Record<string, Part> = {
  votes,
  store,
  pages,
  growth,
  start: { engines: "each", measure: measureStart },
  web: { engines: "one", measure: measureWeb },
};
