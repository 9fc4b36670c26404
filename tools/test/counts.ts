import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** The results of one test runner. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Each test file, from the project's root: number of runs and total duration. */
  files: Map<string, { runs: number; seconds: number }>;
}

export const noCounts = (): Counts => ({ passed: 0, failed: 0, skipped: 0, files: new Map() });

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; startTime: number; endTime: number; assertionResults: unknown[] }[];
}

interface PlaywrightReport {
  config: { rootDir: string };
  suites: Suite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

interface Suite {
  file: string;
  suites?: Suite[];
  specs: { tests: { results: { duration: number }[] }[] }[];
}

/** Reads the report of Vitest's JSON reporter, which lists a file once per project. */
export function vitestCounts(file: string, root: string): Counts {
  const report: VitestReport = JSON.parse(readFileSync(file, "utf8"));
  const files: Counts["files"] = new Map();
  for (const { name, startTime, endTime } of report.testResults)
    addRun(files, relative(root, name), (endTime - startTime) / 1000);
  // A file that fails to load has no failed tests.
  const unloaded = report.testResults.filter((result) => result.status === "failed" && !result.assertionResults.length);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    files,
  };
}

/** Reads the report of Playwright's JSON reporter. */
export function playwrightCounts(file: string, root: string): Counts {
  const { stats, suites, config }: PlaywrightReport = JSON.parse(readFileSync(file, "utf8"));
  const files: Counts["files"] = new Map();
  const folder = relative(root, config.rootDir);
  const secondsOf = ({ specs, suites: inner = [] }: Suite): number =>
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration, 0) /
      1000 +
    inner.reduce((sum, each) => sum + secondsOf(each), 0);
  for (const suite of suites) addRun(files, `${folder}/${suite.file}`, secondsOf(suite));
  // A test that passed only on retry counts as failed.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, files };
}

function addRun(files: Counts["files"], file: string, seconds: number): void {
  const before = files.get(file) ?? { runs: 0, seconds: 0 };
  files.set(file, { runs: before.runs + 1, seconds: before.seconds + seconds });
}
