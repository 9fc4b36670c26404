import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "../tools/build.ts";
import { ENGINES } from "./engines.ts";
import { parts } from "./parts.ts";
import { writeReadme } from "./readme.ts";
import { machine, type Results, readResults, writeResults } from "./results.ts";
import { CONNECTIONS } from "./rounds.ts";
import { rowsOf, tableOf } from "./table.ts";

const usage = `npm run bench                        everything, in short rounds
npm run bench -- ${Object.keys(parts).join("|").padEnd(20)}  only these parts
npm run bench -- ${ENGINES.join("|").padEnd(20)}  only this engine
npm run bench -- --full              long rounds and large numbers
npm run bench -- --profile           CPU profiles of our server, into bench/results/
npm run bench -- --readme            what was measured before, into docs/figures.md, its picture and README`;

const names = Object.keys(parts);
const args = process.argv.slice(2);
if (args.some((arg) => ![...names, ...ENGINES, "--full", "--profile", "--readme"].includes(arg))) {
  console.error(usage);
  process.exit(2);
}
const isRequested = (name: string) => args.includes(name);
const requestedOf = <T extends string>(all: readonly T[]) => (all.some(isRequested) ? all.filter(isRequested) : all);

if (isRequested("--readme")) writeReadme(readResults());
else await measure();

async function measure(): Promise<void> {
  const { cpu, cores, node } = machine();
  console.log(`${cpu}, ${cores} cores, Node ${node}; ${CONNECTIONS} connections`);
  await build();
  const folder = join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  const began = performance.now();
  const done: Results = { machine: machine(), parts: {} };
  for (const name of requestedOf(names)) {
    const part = parts[name];
    for (const engine of part?.engines === "one" ? requestedOf(ENGINES).slice(0, 1) : requestedOf(ENGINES)) {
      const profile = ["--cpu-prof", `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}-${engine}.cpuprofile`];
      const setting = { engine, isFull: isRequested("--full"), nodeArgs: isRequested("--profile") ? profile : [] };
      const figures = (await part?.measure(setting)) ?? [];
      const at = new Date().toISOString();
      done.parts[name] = { ...done.parts[name], [engine]: { at, isFull: setting.isFull, figures } };
      // After each part, because a later one may fail.
      writeResults(done, names);
    }
  }
  console.log(`\n${tableOf(rowsOf(done))}\n\n${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
}
