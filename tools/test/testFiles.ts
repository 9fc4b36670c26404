import { globSync } from "node:fs";
import { matchesGlob } from "node:path";
import type { Counts } from "./counts.ts";

/** Whether tests run in their long form (`npm test -- nightly`). */
export const isNightly = process.env.NIGHTLY === "1";
/** The release whose databases a test is to store (CONTRIBUTING.md); "" for none. */
export const storedVersion = process.env.STORE_DATABASE ?? "";
/** Server tests of SQL, where PostgreSQL may behave differently: they run on both engines. */
export const engines = "{server,soak}/**/*.engines.test.ts";
/** Tests that take minutes and run nightly only. */
export const nightlyOnly = "**/*.nightly.test.ts";

/** How often each test file under `root` must run: 1, or 2 for both engines. */
export function expectedRuns(root: string, isLong: boolean): Map<string, number> {
  const files = globSync("{contract,web,server,tools,bench,soak}/**/*.test.{ts,tsx}", {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  return new Map(files.map((file) => [file, runsOf(file, isLong)]));
}

function runsOf(file: string, isLong: boolean): number {
  if (matchesGlob(file, nightlyOnly) && !isLong) return 0;
  const hasDatabase = /^(server|soak)\//.test(file) && !file.endsWith(".unit.test.ts");
  return matchesGlob(file, engines) || (isLong && hasDatabase) ? 2 : 1;
}

/** A sentence about the first file that ran too rarely; null if all ran. */
export function missingRun(expected: Map<string, number>, files: Counts["files"]): string | null {
  for (const [file, times] of expected) {
    const ran = files.get(file)?.runs ?? 0;
    if (ran < times) return ran ? `${file} did not run on both engines` : `${file} did not run`;
  }
  return null;
}
