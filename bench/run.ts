import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { build } from "../tools/build.ts";
import { ENGINES, type Engine, startOurs } from "./engines.ts";
import { type Growth, growthQuick, growthWhole, measureGrowth, printGrowth } from "./growth.ts";
import { measurePages } from "./pages.ts";
import { CONNECTIONS, type Score } from "./rounds.ts";
import { measureVotes } from "./votes.ts";

const usage = `npm run bench                       everything, under five minutes
npm run bench -- votes|pages        one part
npm run bench -- growth             a thousand surveys against a million: half an hour, the databases are made first
npm run bench -- sqlite|postgres    one engine
npm run bench -- --quick            short rounds: whether it works, not how fast
npm run bench -- --profile          a CPU profile of our server for each engine, into bench/results/`;

const PARTS = ["pages", "votes"] as const;
/** Too long to be done unasked. */
const GROWTH = "growth";
const results = join(import.meta.dirname, "results");
const args = process.argv.slice(2);
const named = <T extends string>(all: readonly T[]) => (all.some(isAsked) ? all.filter(isAsked) : all);
const isAsked = (name: string) => args.includes(name);

if (args.some((arg) => ![...PARTS, GROWTH, ...ENGINES, "--quick", "--profile"].includes(arg))) {
  console.error(usage);
  process.exit(2);
}

const paces = isAsked("--quick")
  ? { votes: { rounds: 2, seconds: 0.5 }, pages: { rounds: 2, seconds: 0.3 } }
  : { votes: { rounds: 5, seconds: 1.5 }, pages: { rounds: 5, seconds: 0.7 } };
const [cpu] = cpus();
const machine = { cpu: cpu?.model.trim() ?? "unknown", cores: cpus().length, node: process.version };
const scores: Partial<Record<Engine, Record<string, Score[]>>> = {};

console.log(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; ${CONNECTIONS} connections`);
await build();
mkdirSync(results, { recursive: true });
if (isAsked(GROWTH)) {
  const growth: Partial<Record<Engine, Growth[]>> = {};
  const { sizes, pace } = isAsked("--quick") ? growthQuick : growthWhole;
  for (const engine of named(ENGINES)) {
    growth[engine] = await measureGrowth(engine, sizes, pace);
    printGrowth(`${engine}: one connection`, growth[engine]);
  }
  store("growth.json", { sizes, pace, growth });
}
for (const engine of isAsked(GROWTH) && !PARTS.some(isAsked) ? [] : named(ENGINES)) {
  const profile = ["--cpu-prof", `--cpu-prof-dir=${results}`, `--cpu-prof-name=${engine}.cpuprofile`];
  const ours = await startOurs(engine, isAsked("--profile") ? profile : []);
  try {
    for (const part of named(PARTS)) {
      const measured = await (part === "votes" ? measureVotes(ours, paces.votes) : measurePages(ours, paces.pages));
      scores[engine] = { ...scores[engine], ...measured };
      for (const [what, each] of Object.entries(measured)) print(`${engine}: ${what}`, each);
    }
  } finally {
    await ours.stop();
  }
}
if (Object.keys(scores).length > 0) store("latest.json", { paces, scores });

function store(file: string, measured: object): void {
  writeFileSync(join(results, file), `${JSON.stringify({ at: new Date(), machine, ...measured }, null, 2)}\n`);
}

function print(title: string, measured: Score[]): void {
  const whole = (value: number) => Math.round(value).toLocaleString("en").padStart(7);
  const ratio = (value: number | null) => (value === null ? "" : value.toFixed(2)).padStart(7);
  console.log(`\n${title.padEnd(32)}  median/s  p50 ms  p99 ms  : 1st  : 2nd   min–max/s`);
  for (const { name, perSecond, p50, p99, toFloor, toSecond } of measured) {
    const times = [p50, p99].map((time) => time.toFixed(1).padStart(6)).join("  ");
    const range = `${whole(perSecond.min).trim()}–${whole(perSecond.max).trim()}`;
    console.log(
      `  ${name.padEnd(30)}   ${whole(perSecond.median)}  ${times} ${ratio(toFloor)} ${ratio(toSecond)}   ${range}`,
    );
  }
}
