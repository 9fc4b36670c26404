import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "../../tools/child.ts";
import { findUntestedByDay, type Reached, readReached } from "./coverage.ts";

/**
 * `npm run soak -- engines`: fails if `npm test` leaves code untested that PostgreSQL runs differently from SQLite, and
 * that the other server tests reach. It takes minutes: it runs all server tests on both engines, and compares the code
 * that each part has reached.
 */
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "survey-app-coverage-"));
try {
  const sqlite = await reachedBy("sqlite", "unit", "--project=sqlite", "server/");
  const byDay = await reachedBy("byDay", "unit", "--project=postgres");
  const added = await reachedBy("added", "engines");
  const untested = findUntestedByDay(root, { sqlite, byDay, added });
  console.log(untested.length ? untested.join("\n") : "By day PostgreSQL's own code is tested wherever it is at all.");
  process.exitCode = untested.length ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a part of the tests. @throws {Error} if one fails */
async function reachedBy(name: string, ...args: string[]): Promise<Reached> {
  const reports = join(folder, name);
  const tests = await startChild(process.execPath, [join(root, "tools/test/test.ts"), ...args], {
    cwd: root,
    // V8 doesn't know the blocks of functions that come from the compile cache.
    env: { ...process.env, NODE_V8_COVERAGE: reports, NODE_DISABLE_COMPILE_CACHE: "1" },
    output: "show",
  });
  if ((await tests.exited) !== 0) throw new Error(`The tests of the part "${name}" failed`);
  return readReached(root, reports);
}
