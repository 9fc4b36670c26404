import { globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { type Child, startChild } from "../child.ts";
import { generateTexts } from "../texts/generate.ts";
import { whenNpmEnds } from "../whenNpmEnds.ts";
import { journeysBrowser } from "./chromium.ts";
import { type Counts, noCounts, playwrightCounts, vitestCounts } from "./counts.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { reachedTests } from "./reachedTests.ts";
import { temporaryRoot } from "./temporary.ts";
import { expectedRuns, isNightly, missingRun, type RunKind } from "./testFiles.ts";

interface Step {
  name: string;
  run(output: Output): Promise<Counts | undefined>;
}

/** A program's output is shown immediately, or kept until no other output is shown. */
type Output = "show" | "keep";

interface Result {
  name: string;
  seconds: number;
  counts: Counts;
  error: string | undefined;
}

const usage = `npm test                     everything
npm test -- changed [REF]    unit tests beside what has changed since REF (by default the last commit)
npm test -- engines          on PostgreSQL, the server tests that \`npm test\` runs on SQLite only
npm test -- nightly          everything in its long form, and all server tests on both engines
npm test -- check [NAME…]    types, lint, promises, texts, imports, unused (code): all of them, or those named
npm test -- unit [vitest's arguments]
npm test -- e2e [playwright's arguments]`;
/** Number of slowest files to print for each runner. */
const SLOWEST = 15;
/** Vitest goes first: its last files wait for timers, while journeys keep two cores busy to the end. */
const JOURNEYS_NICENESS = 5;
/** The exit code of a proof that this machine can't run. */
const SKIPPED = 77;
const root = join(import.meta.dirname, "../..");
const results = join(root, "test-results");
/** Node's compile cache: with it, servers that tests start need two thirds of the time. */
const compiled = join(root, "node_modules/.cache/node");
/**
 * The garbage collection of the compiler, which is written in Go: a quarter as often as by default, for a third less
 * CPU.
 */
const GOGC = "400";
const reports = { vitest: join(results, "vitest.json"), playwright: join(results, "e2e.json") };
const [part = "all", ...rest] = process.argv.slice(2);
const runKind: RunKind = isNightly || part === "nightly" ? "night" : part === "engines" ? "secondEngine" : "day";

const checks: Step[] = [
  // In parallel the checkers look at shared types several times: 16 instead of 7 s of CPU.
  check("types", "typescript/bin/tsc", "-p", ".", "--singleThreaded"),
  check("lint", "@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."),
  check("promises", "oxlint/bin/oxlint", "--type-aware"),
  check("texts", "../tools/texts/check.ts"),
  check("imports", "../tools/check/checkImports.ts"),
  check("unused", "knip/bin/knip.js"),
];
const build = check("build", "../tools/build.ts");
const unit: Step = { name: "vitest", run: (output) => vitest(output, rest) };
const changed: Step = { name: "vitest", run: (output) => vitest(output, reachedTests(root, rest[0] ?? "HEAD")) };
const browser: Step = { name: "e2e", run: playwright };
const byEar = check("orca", "../soak/orca/run.ts");
const everything = [
  [...checks, build],
  [unit, browser],
];
/**
 * The steps of each part, one group after the other. The steps within a group run at the same time, because none of
 * them keeps two cores busy; the last one's output is shown immediately.
 */
const parts: Record<string, Step[][]> = {
  check: [part === "check" && rest.length ? checks.filter(({ name }) => rest.includes(name)) : checks],
  unit: [[build], [unit]],
  changed: [[build], [changed]],
  engines: [[build], [unit]],
  e2e: [[build], [browser]],
  all: everything,
  nightly: [...everything, [byEar]],
};

const running = new Set<Child>();
/** The output of finished steps that has not been shown yet. */
const kept = new Map<string, string>();
let postgres: Postgres | undefined;
let isInterrupted = false;

/** A step without test results. */
function check(name: string, path: string, ...args: string[]): Step {
  return { name, run: (output) => program({ name, output, env: { GOGC } }, path, ...args) };
}

interface Program {
  /** The step's name. */
  name: string;
  output: Output;
  env: Record<string, string>;
  /** How much it yields to other processes, as `nice` counts; 0 by default. */
  niceness?: number;
}

/** Runs a program of the project's packages with its own temporary folder, which is removed afterwards. */
async function program(
  { name, output, env, niceness }: Program,
  path: string,
  ...args: string[]
): Promise<Counts | undefined> {
  if (output === "show") printHeading(name);
  const temporary = mkdtempSync(join(temporaryRoot(), "survey-app-"));
  const child = await startChild(process.execPath, [join(root, "node_modules", path), ...args], {
    cwd: root,
    output,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
      TMPDIR: temporary,
      ...(runKind === "night" && { NIGHTLY: "1" }),
      ...env,
    },
    temporary,
  });
  running.add(child);
  if (niceness) setPriority(child.pid, niceness);
  const code = await child.exited;
  running.delete(child);
  if (output === "keep") kept.set(name, child.output());
  if (code === SKIPPED) return { ...noCounts(), skipped: 1 };
  if (code !== 0) throw new Error(`ended with code ${code}`);
  return undefined;
}

async function vitest(output: Output, args: string[]): Promise<Counts> {
  postgres = await startPostgres({ durable: false });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reports.vitest}`];
  try {
    await program(
      { name: "vitest", output, env: { TEST_DATABASE_URL: postgres.url, TEST_RUN: runKind } },
      "vitest/vitest.mjs",
      "run",
      "--allowOnly=false",
      ...reporters,
      ...(runKind === "secondEngine" ? ["--project=postgres"] : []),
      ...args,
    );
  } catch (error) {
    throw new Failure(
      error,
      tolerant(() => vitestCounts(reports.vitest, root)),
    );
  } finally {
    await postgres.stop();
  }
  const counts = vitestCounts(reports.vitest, root);
  if (counts.passed === 0) throw new Error("no test ran");
  const missing = args.length ? null : missingRun(expectedRuns(root, runKind), counts.files);
  if (missing) throw new Failure(new Error(missing), counts);
  return counts;
}

async function playwright(output: Output): Promise<Counts | undefined> {
  if (!globSync("e2e/**/*.spec.ts", { cwd: root }).length) {
    console.log("No journeys yet.");
    return undefined;
  }
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright,
    CHROME_BIN: journeysBrowser(),
    // Node runs the TypeScript files as they are: 2 s of CPU less than compiling them with Babel.
    PW_DISABLE_TS_ESM: "1",
  };
  try {
    await program(
      { name: "e2e", output, env, niceness: JOURNEYS_NICENESS },
      "@playwright/test/cli.js",
      "test",
      "-c",
      "e2e",
      "--forbid-only",
      "--reporter=list,json",
      ...rest,
    );
  } catch (error) {
    throw new Failure(
      error,
      tolerant(() => playwrightCounts(reports.playwright, root)),
    );
  }
  const counts = playwrightCounts(reports.playwright, root);
  if (counts.passed === 0) throw new Error("no test ran");
  return counts;
}

/** A failed step, with the known test results. */
class Failure extends Error {
  readonly counts: Counts | undefined;
  constructor(cause: unknown, counts: Counts | undefined) {
    super(cause instanceof Error ? cause.message : String(cause));
    this.counts = counts;
  }
}

/** Reads a report; a killed runner leaves none or an incomplete one. */
function tolerant<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function printHeading(name: string): void {
  console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
}

async function runStep({ name, run }: Step, output: Output): Promise<Result> {
  const started = performance.now();
  let counts: Counts | undefined;
  let error: string | undefined;
  try {
    counts = await run(output);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
    counts = thrown instanceof Failure ? thrown.counts : undefined;
    console.error(`${name}: ${error}`);
  }
  const seconds = (performance.now() - started) / 1000;
  return { name, seconds, error, counts: counts ?? noCounts() };
}

/** Runs steps at the same time. The last one's output is shown immediately, and that of the others after it. */
async function runTogether(steps: Step[]): Promise<Result[]> {
  const shown = steps.at(-1);
  const results = steps.map((step) => runStep(step, step === shown ? "show" : "keep"));
  const showKept = async (result: Promise<Result>) => {
    await results.at(-1);
    const { name } = await result;
    if (!kept.has(name)) return;
    printHeading(name);
    process.stdout.write(kept.get(name) ?? "");
  };
  await Promise.all(results.map(showKept));
  return Promise.all(results);
}

/** Prints the slowest files with the total seconds of their runs; several run at the same time. */
function printSlowest({ name, counts }: Result): void {
  const slowest = [...counts.files].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (!slowest.length) return;
  printHeading(`slowest of ${name}`);
  for (const [file, { seconds, runs }] of slowest)
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}${runs > 1 ? ` (${runs} runs)` : ""}`);
}

/** Prints the failed tests again: the runner's own report of them is thousands of lines above the summary. */
function printFailed({ name, counts }: Result): void {
  if (!counts.failures.length) return;
  printHeading(`failed in ${name}`);
  for (const { file, title, error } of counts.failures)
    console.log(`${file} › ${title}\n${error.replaceAll(/^/gm, "    ")}`);
}

function printSummary(done: Result[], asked: number): void {
  for (const result of done) printSlowest(result);
  for (const result of done) printFailed(result);
  printHeading("summary");
  for (const { name, seconds, error, counts } of done) {
    const tests = counts.passed + counts.failed ? `  ${counts.passed} passed, ${counts.failed} failed` : "";
    const skipped = counts.skipped ? `, ${counts.skipped} skipped` : "";
    const outcome = error ? "FAILED" : skipped && !tests ? "skipped" : "ok";
    console.log(`${name.padEnd(8)}${outcome.padEnd(8)}${seconds.toFixed(1).padStart(6)} s${tests}${skipped}`);
  }
  if (done.length < asked) console.log(`${asked - done.length} further steps not run.`);
  const passed = done.reduce((sum, { counts }) => sum + counts.passed, 0);
  // A step that fails without a failed test (types, a crashed runner) counts as one failure.
  const failed = done.reduce((sum, { counts, error }) => sum + (counts.failed || (error ? 1 : 0)), 0);
  console.log(`\n${passed} passed, ${failed} failed`);
}

async function interrupt(code: number): Promise<void> {
  if (isInterrupted) return;
  isInterrupted = true;
  console.error("\nInterrupted: stopping child processes …");
  await Promise.all([...running].map((child) => child.stop()));
  await postgres?.stop();
  process.exit(code);
}

process.on("SIGINT", () => interrupt(130));
process.on("SIGTERM", () => interrupt(143));
process.on("SIGHUP", () => interrupt(129));
whenNpmEnds(() => interrupt(143));

const groups = parts[part];
const isKnown = part !== "check" || rest.every((named) => checks.some(({ name }) => name === named));
if (!groups || !isKnown) {
  console.error(usage);
  process.exit(2);
}
generateTexts();
mkdirSync(results, { recursive: true });
// Remove reports of earlier runs.
for (const report of Object.values(reports)) rmSync(report, { force: true });
const done: Result[] = [];
for (const steps of groups) {
  const ended = await runTogether(steps);
  // The interrupt also ends this process.
  if (isInterrupted) await new Promise(() => {});
  done.push(...ended);
  if (ended.some(({ error }) => error)) break;
}
printSummary(done, groups.flat().length);
process.exit(done.some(({ error }) => error) ? 1 : 0);
