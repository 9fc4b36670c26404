import { globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, startChild } from "../child.ts";
import { whenNpmEnds } from "../whenNpmEnds.ts";
import { journeysBrowser } from "./chromium.ts";
import { type Counts, noCounts, playwrightCounts, vitestCounts } from "./counts.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { expectedRuns, isNightly, missingRun } from "./testFiles.ts";

interface Step {
  name: string;
  run(): Promise<Counts | undefined>;
}

interface Result {
  name: string;
  seconds: number;
  counts: Counts;
  error: string | undefined;
}

const usage =
  "npm test                     everything\nnpm test -- nightly          everything in its long form, and all server tests on both engines\nnpm test -- check            types, lint, import rules, unused code\nnpm test -- unit [vitest's arguments]\nnpm test -- e2e [playwright's arguments]";
/** Number of slowest files to print for each runner. */
const SLOWEST = 15;
const root = join(import.meta.dirname, "../..");
const results = join(root, "test-results");
/** Node's compile cache: servers that tests start take two thirds of the time. */
const compiled = join(root, "node_modules/.cache/node");
const reports = { vitest: join(results, "vitest.json"), playwright: join(results, "e2e.json") };
const [part = "all", ...rest] = process.argv.slice(2);
const isLong = isNightly || part === "nightly";

/** They run at the same time, because none of them keeps two cores busy. */
const checks: Step[] = [
  check("types", "typescript/bin/tsc", "-p", "."),
  check("lint", "@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."),
  check("imports", "../tools/check/checkImports.ts"),
  check("unused", "knip/bin/knip.js"),
];
const build: Step[] = [{ name: "build", run: () => program("../tools/build.ts") }];
const unit: Step[] = [{ name: "vitest", run: vitest }];
const browser: Step[] = [{ name: "e2e", run: playwright }];
/** What each part runs, one after the other; the steps within one run at the same time. */
const parts: Record<string, Step[][]> = {
  check: [checks],
  unit: [build, unit],
  e2e: [build, browser],
  all: [checks, build, unit, browser],
  nightly: [checks, build, unit, browser],
};

const running = new Set<Child>();
let postgres: Postgres | undefined;
let isInterrupted = false;

/** Runs a program of the project's packages with its own temporary folder, which is removed afterwards. */
async function program(path: string, ...args: string[]): Promise<undefined> {
  return programIn({}, path, ...args);
}

async function programIn(env: Record<string, string>, path: string, ...args: string[]): Promise<undefined> {
  return succeeds(await startProgram(env, "show", path, ...args));
}

/** A step that shows what its program printed once it has ended, because others run at the same time. */
function check(name: string, path: string, ...args: string[]): Step {
  async function run() {
    const child = await startProgram({}, "keep", path, ...args);
    await child.exited;
    printHeading(name);
    process.stdout.write(child.output());
    return succeeds(child);
  }
  return { name, run };
}

async function startProgram(
  env: Record<string, string>,
  output: "show" | "keep",
  path: string,
  ...args: string[]
): Promise<Child> {
  const temporary = mkdtempSync(join(tmpdir(), "survey-app-"));
  const child = await startChild(process.execPath, [join(root, "node_modules", path), ...args], {
    cwd: root,
    output,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, TMPDIR: temporary, ...(isLong && { NIGHTLY: "1" }), ...env },
    temporary,
  });
  running.add(child);
  return child;
}

async function succeeds(child: Child): Promise<undefined> {
  const code = await child.exited;
  running.delete(child);
  if (code !== 0) throw new Error(`ended with code ${code}`);
}

async function vitest(): Promise<Counts> {
  postgres = await startPostgres({ durable: false });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reports.vitest}`];
  try {
    await programIn(
      { TEST_DATABASE_URL: postgres.url },
      "vitest/vitest.mjs",
      "run",
      "--allowOnly=false",
      ...reporters,
      ...rest,
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
  const missing = rest.length ? null : missingRun(expectedRuns(root, isLong), counts.files);
  if (missing) throw new Failure(new Error(missing), counts);
  return counts;
}

async function playwright(): Promise<Counts | undefined> {
  if (!globSync("e2e/**/*.spec.ts", { cwd: root }).length) {
    console.log("No journeys yet.");
    return undefined;
  }
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright, CHROME_BIN: journeysBrowser() };
  try {
    await programIn(
      env,
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

async function runStep({ name, run }: Step): Promise<Result> {
  const started = performance.now();
  let counts: Counts | undefined;
  let error: string | undefined;
  try {
    counts = await run();
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
    counts = thrown instanceof Failure ? thrown.counts : undefined;
    console.error(`${name}: ${error}`);
  }
  const seconds = (performance.now() - started) / 1000;
  return { name, seconds, error, counts: counts ?? noCounts() };
}

/** Prints the slowest files with the total seconds of their runs; several run at the same time. */
function printSlowest({ name, counts }: Result): void {
  const slowest = [...counts.files].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (!slowest.length) return;
  console.log(`\n── slowest of ${name} ${"─".repeat(49 - name.length)}`);
  for (const [file, { seconds, runs }] of slowest)
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}${runs > 1 ? ` (${runs} runs)` : ""}`);
}

function printSummary(done: Result[], asked: number): void {
  for (const result of done) printSlowest(result);
  console.log(`\n── summary ${"─".repeat(53)}`);
  for (const { name, seconds, error, counts } of done) {
    const tests = counts.passed + counts.failed ? `  ${counts.passed} passed, ${counts.failed} failed` : "";
    const skipped = counts.skipped ? `, ${counts.skipped} skipped` : "";
    console.log(
      `${name.padEnd(8)}${(error ? "FAILED" : "ok").padEnd(8)}${seconds.toFixed(1).padStart(6)} s${tests}${skipped}`,
    );
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
if (!groups) {
  console.error(usage);
  process.exit(2);
}
mkdirSync(results, { recursive: true });
// Remove reports of earlier runs.
for (const report of Object.values(reports)) rmSync(report, { force: true });
const done: Result[] = [];
for (const steps of groups) {
  if (steps.length === 1) for (const { name } of steps) printHeading(name);
  const ended = await Promise.all(steps.map(runStep));
  // The interrupt also ends this process.
  if (isInterrupted) await new Promise(() => {});
  done.push(...ended);
  if (ended.some(({ error }) => error)) break;
}
printSummary(done, groups.flat().length);
process.exit(done.some(({ error }) => error) ? 1 : 0);
