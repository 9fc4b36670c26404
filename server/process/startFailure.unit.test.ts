import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "@prometheus-io/client";
import { afterAll, expect, test } from "vitest";
import { openImageFiles } from "../images/openImageFiles.ts";
import { serveMetrics } from "../ops/metrics/serveMetrics.ts";
import { readOrCreateSecret } from "../session/secret.ts";
import { failureSentence } from "./startFailure.ts";

const folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A data folder with an empty file of this name. */
function withEmpty(name: string): string {
  const dataDir = join(folder, name, "data");
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, name), "");
  return dataDir;
}

// These need no server process, unlike those of startup.test.ts.
test.each<[string, () => unknown, RegExp]>([
  [
    "an address for metrics that is none",
    () => serveMetrics(new Registry(), { port: 0, host: "no.such.host.invalid" }),
    /^METRICS_HOST is not an address of this machine\.$/,
  ],
  [
    "an address for metrics of another machine",
    () => serveMetrics(new Registry(), { port: 0, host: "192.0.2.1" }),
    /^METRICS_HOST is not an address of this machine\.$/,
  ],
  [
    "a file for the pictures",
    () => openImageFiles({ dataDir: withEmpty("images"), bucket: null }),
    /^The data folder can't be written \([^\n]*images\): set DATA_DIR/,
  ],
])("the start with %s ends with one sentence", async (_, start, sentence) => {
  const failure = await Promise.resolve()
    .then(start)
    .catch((error: unknown) => error);
  expect(failureSentence(failure)).toMatch(sentence);
});

test("a stored secret that was truncated is generated again, and then kept", () => {
  const dataDir = withEmpty("session-secret");
  const secret = readOrCreateSecret(dataDir);
  expect(secret.length).toBeGreaterThan(40);
  expect(readOrCreateSecret(dataDir)).toBe(secret);
  expect(readdirSync(dataDir)).toEqual(["session-secret"]);
});
