import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Registry } from "@prometheus-io/client";
import { afterAll, expect, test } from "vitest";
import { OperatorError } from "../database/operatorError.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { serveMetrics } from "../ops/metrics/serveMetrics.ts";
import { readOrCreateSecret } from "../session/secret.ts";
import { exitCodeOf, failureSentence } from "./startFailure.ts";

const folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A data folder with an empty file of this name. */
function withEmpty(name: string): string {
  const dataDir = join(folder, name, "data");
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, name), "");
  return dataDir;
}

// These don't need a server process, unlike those of startup.test.ts.
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
  [
    "another program's database",
    () => new DatabaseSync(":memory:").exec("select listed from surveys"),
    /^The database in the data folder is of another program or version \(no such table: surveys\): set DATA_DIR/,
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

test.each<[string, object, number]>([
  ["a wrong setting", new OperatorError("PORT must be a whole number"), 78],
  ["a wrong password of the database", { code: "28P01", message: "password authentication failed" }, 78],
  ["a database that does not exist", { code: "3D000", message: "no such database" }, 78],
  ["a certificate of an unknown authority", { code: "SELF_SIGNED_CERT_IN_CHAIN" }, 78],
  ["pages that are not built", { code: "ERR_MODULE_NOT_FOUND", url: "file:///app/web/dist/server/en.js" }, 78],
  ["a data folder that can't be written", { code: "EACCES", path: "/data" }, 78],
  ["a database that does not answer", { code: "ECONNREFUSED" }, 1],
  ["a database that is starting", { code: "57P03", message: "the database system is starting up" }, 1],
  ["a database without free connections", { code: "53300", message: "too many clients" }, 1],
  ["a port that is still in use", { code: "EADDRINUSE", port: 3000 }, 1],
  ["a network that is not up yet", { code: "EADDRNOTAVAIL" }, 1],
  ["a full disk", { code: "ENOSPC", path: "/data" }, 1],
  ["a bug", new TypeError("x is not a function"), 1],
])("a start that fails by %s ends with the code that says whether to start again", (_, error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});
