import { readFileSync } from "node:fs";

/** How the tests of one runner went. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; assertionResults: unknown[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Reads what Vitest's JSON reporter wrote. `runs` has how often each test file ran: once for each project. */
export function vitestCounts(file: string): Counts & { runs: Map<string, number> } {
  const report: VitestReport = JSON.parse(readFileSync(file, "utf8"));
  const runs = new Map<string, number>();
  for (const { name } of report.testResults) runs.set(name, (runs.get(name) ?? 0) + 1);
  // A file that can't even be loaded has no test that could fail.
  const unloaded = report.testResults.filter((result) => result.status === "failed" && !result.assertionResults.length);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    runs,
  };
}

/** Reads what Playwright's JSON reporter wrote. */
export function playwrightCounts(file: string): Counts {
  const { stats }: PlaywrightReport = JSON.parse(readFileSync(file, "utf8"));
  // One that needed a second try did not pass.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
