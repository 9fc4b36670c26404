import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** The results of one test runner. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Each test file, from the project's root: number of runs and total duration. */
  files: Map<string, { runs: number; seconds: number }>;
  failures: FailedTest[];
}

export interface FailedTest {
  /** From the project's root. */
  file: string;
  title: string;
  /** The error's first lines, without colors. */
  error: string;
}

/** The number of lines of an error to keep: the expected and the actual value, without the whole page or stack. */
const ERROR_LINES = 8;

export const noCounts = (): Counts => ({ passed: 0, failed: 0, skipped: 0, files: new Map(), failures: [] });

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    message: string;
    assertionResults: Assertion[];
  }[];
}

interface Assertion {
  fullName: string;
  status: string;
  failureMessages: string[];
}

interface PlaywrightReport {
  config: { rootDir: string };
  suites: Suite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

interface Suite {
  file: string;
  suites?: Suite[];
  specs: Spec[];
}

interface Spec {
  title: string;
  tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
}

/** Reads the report of Vitest's JSON reporter, which lists a file once per project. */
export function vitestCounts(file: string, root: string): Counts {
  const report: VitestReport = JSON.parse(readFileSync(file, "utf8"));
  const files: Counts["files"] = new Map();
  for (const { name, startTime, endTime } of report.testResults)
    addRun(files, relative(root, name), (endTime - startTime) / 1000);
  // A file that fails to load doesn't have failed tests.
  const unloaded = report.testResults.filter((result) => result.status === "failed" && !result.assertionResults.length);
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => failedTest(relative(root, name), fullName, failureMessages[0])),
  );
  for (const { name, message } of unloaded) failures.push(failedTest(relative(root, name), "the file itself", message));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    files,
    failures,
  };
}

/** Reads the report of Playwright's JSON reporter. */
export function playwrightCounts(file: string, root: string): Counts {
  const { stats, suites, config }: PlaywrightReport = JSON.parse(readFileSync(file, "utf8"));
  const files: Counts["files"] = new Map();
  const folder = relative(root, config.rootDir);
  const failures: FailedTest[] = [];
  const addFailures = ({ file, specs, suites: inner = [] }: Suite) => {
    // A test that passed only on retry counts as failed.
    for (const { title, tests } of specs)
      for (const { status, results } of tests)
        if (status === "unexpected" || status === "flaky")
          failures.push(failedTest(`${folder}/${file}`, title, results.find(({ error }) => error)?.error?.message));
    for (const each of inner) addFailures(each);
  };
  const secondsOf = ({ specs, suites: inner = [] }: Suite): number =>
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration, 0) /
      1000 +
    inner.reduce((sum, each) => sum + secondsOf(each), 0);
  for (const suite of suites) {
    addRun(files, `${folder}/${suite.file}`, secondsOf(suite));
    addFailures(suite);
  }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, files, failures };
}

function failedTest(file: string, title: string, error = "no error was reported"): FailedTest {
  return { file, title, error: stripVTControlCharacters(error).split("\n").slice(0, ERROR_LINES).join("\n") };
}

function addRun(files: Counts["files"], file: string, seconds: number): void {
  const before = files.get(file) ?? { runs: 0, seconds: 0 };
  files.set(file, { runs: before.runs + 1, seconds: before.seconds + seconds });
}
