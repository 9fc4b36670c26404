import { globSync } from "node:fs";
import { matchesGlob } from "node:path";
import type { Counts } from "./counts.ts";

/**
 * The tests that a run covers: `npm test`; on the second engine, PostgreSQL, the server tests that it runs on SQLite
 * only (`npm run engines`); or everything in its long form (`npm test -- nightly`).
 */
export type RunKind = "day" | "secondEngine" | "night";

/** Whether tests run in their long form. */
export const isNightly = process.env.NIGHTLY === "1";
export const runKind: RunKind = isNightly ? "night" : process.env.TEST_RUN === "secondEngine" ? "secondEngine" : "day";
/** Whether Node records which code the tests reach (`npm run soak -- engines`). */
export const hasCoverage = process.env.NODE_V8_COVERAGE !== undefined;
/** The release whose databases a test must store (CONTRIBUTING.md); "" for none. */
export const storedVersion = process.env.STORE_DATABASE ?? "";
/** Tests of SQL that PostgreSQL may run differently: `npm test` runs them on both engines. */
export const engines = "{server,soak}/**/*.engines.test.ts";
/** Tests that take minutes and run nightly only. */
export const nightlyOnly = "**/*.nightly.test.ts";

/** How often each test file under `root` must run: never, once, or twice for both engines. */
export function expectedRuns(root: string, kind: RunKind): Map<string, number> {
  const files = globSync("{contract,web,server,tools,bench,soak}/**/*.test.{ts,tsx}", {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  return new Map(files.map((file) => [file, runsOf(file, kind)]));
}

function runsOf(file: string, kind: RunKind): number {
  if (matchesGlob(file, nightlyOnly) && kind !== "night") return 0;
  const hasDatabase = /^(server|soak)\//.test(file) && !file.endsWith(".unit.test.ts");
  const isOnBothByDay = matchesGlob(file, engines);
  if (kind === "secondEngine") return hasDatabase && !isOnBothByDay ? 1 : 0;
  return isOnBothByDay || (kind === "night" && hasDatabase) ? 2 : 1;
}

/** A sentence about the first file that ran too rarely; null if all ran. */
export function missingRun(expected: Map<string, number>, files: Counts["files"]): string | null {
  for (const [file, times] of expected) {
    const ran = files.get(file)?.runs ?? 0;
    if (ran < times) return ran ? `${file} did not run on both engines` : `${file} did not run`;
  }
  return null;
}
