import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { build } from "../tools/build.ts";
import { ENGINES, type Engine, startOurs } from "./engines.ts";
import { type LiveScore, measureLive, printLive } from "./live.ts";
import { measurePages } from "./pages.ts";
import { CONNECTIONS, type Score } from "./rounds.ts";
import { measureVotes } from "./votes.ts";

const usage = `npm run bench                       everything, under five minutes
npm run bench -- votes|pages|live   one part
npm run bench -- sqlite|postgres    one engine
npm run bench -- --quick            short rounds: whether it works, not how fast
npm run bench -- --profile          a CPU profile of our server for each engine, into bench/results/`;

const PARTS = ["pages", "votes", "live"] as const;
const results = join(import.meta.dirname, "results");
const args = process.argv.slice(2);
const named = <T extends string>(all: readonly T[]) => (all.some(isAsked) ? all.filter(isAsked) : all);
const isAsked = (name: string) => args.includes(name);

if (args.some((arg) => ![...PARTS, ...ENGINES, "--quick", "--profile"].includes(arg))) {
  console.error(usage);
  process.exit(2);
}

const paces = isAsked("--quick")
  ? { votes: { rounds: 2, seconds: 0.5 }, pages: { rounds: 2, seconds: 0.3 }, live: { rounds: 1, seconds: 1 } }
  : { votes: { rounds: 5, seconds: 1.5 }, pages: { rounds: 5, seconds: 0.7 }, live: { rounds: 5, seconds: 3 } };
const [cpu] = cpus();
const machine = { cpu: cpu?.model.trim() ?? "unknown", cores: cpus().length, node: process.version };
const scores: Partial<Record<Engine, Record<string, Score[]>>> = {};
const live: Partial<Record<Engine, LiveScore>> = {};

console.log(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; ${CONNECTIONS} connections`);
await build();
mkdirSync(results, { recursive: true });
for (const engine of named(ENGINES)) {
  const profile = ["--cpu-prof", `--cpu-prof-dir=${results}`, `--cpu-prof-name=${engine}.cpuprofile`];
  const ours = await startOurs(engine, isAsked("--profile") ? profile : []);
  try {
    for (const part of named(PARTS)) {
      if (part === "live") {
        live[engine] = await measureLive(ours, paces.live);
        printLive(engine, live[engine]);
        continue;
      }
      const measured = await (part === "votes" ? measureVotes(ours, paces.votes) : measurePages(ours, paces.pages));
      scores[engine] = { ...scores[engine], ...measured };
      for (const [what, each] of Object.entries(measured)) print(`${engine}: ${what}`, each);
    }
  } finally {
    await ours.stop();
  }
}
writeFileSync(
  join(results, "latest.json"),
  `${JSON.stringify({ at: new Date(), machine, paces, scores, live }, null, 2)}\n`,
);

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
