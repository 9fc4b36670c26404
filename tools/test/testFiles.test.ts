import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectedRuns, missingRun, type RunKind } from "./testFiles.ts";

const files = [
  "server/votes/votes.engines.test.ts",
  "server/http/cors.test.ts",
  "server/http/log.unit.test.ts",
  "server/tests/scaleOut.nightly.test.ts",
  "web/session/LoginForm.dom.test.tsx",
  "tools/release/ship.nightly.test.ts",
];
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  for (const file of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
});
afterAll(() => rmSync(root, { recursive: true }));

const runs = (kind: RunKind) => files.map((file) => expectedRuns(root, kind).get(file));

test("tests of SQL run on both engines, others once; nightly, every server test with a database runs on both", () => {
  expect(runs("day")).toEqual([2, 1, 1, 0, 1, 0]);
  expect(runs("night")).toEqual([2, 2, 1, 2, 1, 1]);
});

test("the run on the second engine covers the server tests with a database that the day runs on SQLite only", () => {
  expect(runs("secondEngine")).toEqual([0, 1, 0, 0, 0, 0]);
});

test("a run that skips a file or an engine is reported", () => {
  const expected = expectedRuns(root, "day");
  const ran = new Map([...expected].map(([file, times]) => [file, { runs: times, seconds: 1 }]));
  expect(missingRun(expected, ran)).toBeNull();
  ran.set("server/votes/votes.engines.test.ts", { runs: 1, seconds: 1 });
  expect(missingRun(expected, ran)).toBe("server/votes/votes.engines.test.ts did not run on both engines");
  ran.delete("server/votes/votes.engines.test.ts");
  expect(missingRun(expected, ran)).toBe("server/votes/votes.engines.test.ts did not run");
});
