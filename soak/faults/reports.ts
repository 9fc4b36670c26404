import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** A test that has run. */
export interface TestRun {
  /** The name of its file, without the folders. */
  file: string;
  /** Its title, with those of the groups around it. */
  title: string;
  /** Why it failed; null if it passed. */
  failure: string | null;
}

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

interface PlaywrightReport {
  suites: Suite[];
}

interface Suite {
  suites?: Suite[];
  specs: {
    file: string;
    title: string;
    ok: boolean;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

/** The tests in the report of Vitest's JSON reporter, without skipped ones. */
export function readVitestRuns(report: string): TestRun[] {
  const { testResults }: VitestReport = JSON.parse(readFileSync(report, "utf8"));
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ fullName, status, failureMessages }) => ({
        file: basename(name),
        title: fullName,
        failure: status === "failed" ? (failureMessages?.[0] ?? "") : null,
      })),
  );
}

/** The tests in the report of Playwright's JSON reporter, without skipped ones. */
export function readJourneyRuns(report: string): TestRun[] {
  const { suites }: PlaywrightReport = JSON.parse(readFileSync(report, "utf8"));
  const runsIn = ({ specs, suites: inner = [] }: Suite): TestRun[] => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== "skipped"))
      .map(({ file, title, ok, tests }) => {
        const failed = tests.flatMap(({ results }) => results).find(({ error }) => error);
        return { file: basename(file), title, failure: ok ? null : (failed?.error?.message ?? "") };
      }),
    ...inner.flatMap(runsIn),
  ];
  return suites.flatMap(runsIn);
}
