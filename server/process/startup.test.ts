import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LedgerPage } from "@survey-app/contract/results/ledgerPage.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { verify } from "../cli/verify.ts";
import { freePort } from "../testing/browser.ts";
import { failureOfStart } from "../testing/failureOfStart.ts";
import { startInstance } from "../testing/instances.ts";
import { runCommand } from "../testing/runCommand.ts";
import { SECRET } from "../testing/testConfig.ts";

let folder: string;
const file = () => join(folder, "a-file");
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  writeFileSync(file(), "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts that get as far as to listen: without the sandbox, whose providers take longest. */
const production = { NODE_ENV: "production", PUBLIC_URL: "https://survey.example", SESSION_SECRET: SECRET };

test("the start names all invalid and unsafe settings, one a line, and ends with the code that isn't repeated", async () => {
  const { code, err } = await runCommand("main", { NODE_ENV: "production", PORT: "many", DEMO: "1" });
  expect([code, err.trimEnd().split("\n")]).toEqual([
    78,
    [
      expect.stringMatching(/^PORT must be .*\.$/),
      expect.stringMatching(/^SESSION_SECRET must be set in production.*\.$/),
      expect.stringMatching(/^PUBLIC_URL must be set.*\.$/),
      expect.stringMatching(/^DEMO=1 is not allowed.*\.$/),
    ],
  ]);
});

test.each(["main", "admin", "verify"] as const)(
  "%s --version prints the version that would run, and nothing else",
  async (command) => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
    expect(await runCommand(command, {}, ["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
  },
);

test("the start on a port in use names the port", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  expect(await failureOfStart({ ...production, DATA_DIR: join(folder, "port"), PORT: String(port) })).toBe(
    `Port ${port} is in use: stop what listens there, or set PORT to another.`,
  );
  await new Promise((resolve) => other.close(resolve));
});

test.each([
  [
    "without SMTP_URL",
    {},
    /, then run: npm run admin -- EMAIL --force \(without SMTP_URL nobody can confirm an address\)\./,
  ],
  ["with it", { SMTP_URL: "smtp://127.0.0.1:1" }, /, confirm your email address, then run: npm run admin -- EMAIL\./],
])("a start without an admin says how to become the first, %s", async (_, mail, how) => {
  const instance = await startInstance(await freePort(), { ...production, ...mail, DATA_DIR: join(folder, "first") });
  onTestFinished(() => instance.stop());
  await expect.poll(instance.log).toMatch(how);
});

test.each<[string, () => Record<string, string>, RegExp]>([
  ["a file for a data folder", () => ({ DATA_DIR: file() }), /^The [^\n]*data folder can't be [^\n]+DATA_DIR/],
  [
    "a data folder under a file",
    () => ({ DATA_DIR: join(file(), "data") }),
    /^The data folder can't be written .*DATA_DIR/,
  ],
  [
    "a folder in the database's place",
    () => {
      mkdirSync(join(folder, "taken", "survey-app.sqlite"), { recursive: true });
      return { DATA_DIR: join(folder, "taken") };
    },
    /^The database in the data folder can't be used/,
  ],
  [
    "a damaged database file",
    () => {
      const damaged = join(folder, "damaged");
      mkdirSync(damaged);
      const content = "not a database, but long enough to be taken for one ".repeat(99);
      writeFileSync(join(damaged, "survey-app.sqlite"), content);
      return { DATA_DIR: damaged };
    },
    /^The database in the data folder can't be used \(.*\): check DATA_DIR and its rights\.$/,
  ],
  [
    "a database that is away",
    () => ({ DATA_DIR: folder, DATABASE_URL: "postgres://u@127.0.0.1:1/d" }),
    /^The database at DATABASE_URL does not answer\.$/,
  ],
  [
    "an address of another machine",
    () => ({ ...production, DATA_DIR: join(folder, "own"), HOST: "192.0.2.1" }),
    /^HOST is not an address of this machine\.$/,
  ],
  [
    "an address that is none",
    () => ({ ...production, DATA_DIR: join(folder, "own"), HOST: "no.such.host.invalid" }),
    /^HOST is not an address of this machine\.$/,
  ],
])("the start with %s fails with one sentence", async (_, env, sentence) => {
  expect(await failureOfStart(env())).toMatch(sentence);
});

test("verify checks a saved public ledger without any database", async () => {
  const log = join(folder, "ledger.json");
  const head = "3028713a01e98027d5a0d59027d08dfac1361873d5b12413bf9c2aa1d42a4d2b";
  const numbers = { rows: 0, participants: 0, totals: { yes: 0, no: 0, unsure: 0 } };
  const page: LedgerPage = {
    format: 2,
    surveyId: "s1",
    key: "0".repeat(64),
    ...numbers,
    head,
    closed: null,
    end: null,
    entries: [],
  };
  writeFileSync(log, JSON.stringify(page));
  const noSettings = () => expect.unreachable("A ledger is checked without settings");
  const check = (...args: string[]) => verify([log, ...args], noSettings);
  const { isValid, lines } = await check();
  expect([isValid, ...lines.slice(0, 2)]).toEqual([
    true,
    expect.stringMatching(/^Ledger format 2: no head and no receipt stands for the question/),
    expect.stringMatching(/^Valid: 0 votes on survey s1/),
  ]);
  expect(await check("--receipt", "1-0000-0000-0000-0000")).toEqual({
    isValid: false,
    lines: ["Invalid: The receipt 1-0000-0000-0000-0000 is of vote 1, and the log has 0."],
  });
  await expect(check("--receipt", "none")).rejects.toThrow(
    /^none is not a receipt\. Example: 1234-9f3a-5c0d-21be-77aa\.$/,
  );
});

test.each([
  ["verify"],
  ["admin", "ada@example.org"],
  ["retention", "--dry-run"],
  ["backup", "never-written.tar"],
] as const)("%s in a wrong data folder says so, and creates nothing", async (command, ...args) => {
  const wrong = join(folder, "wrong");
  expect(await runCommand(command, { DATA_DIR: wrong }, args)).toEqual({
    code: 1,
    out: "",
    err: `There is no database at ${join(wrong, "survey-app.sqlite")}: set DATA_DIR or DATABASE_URL.\n`,
  });
  expect(existsSync(wrong)).toBe(false);
});

test("verify explains in a sentence what it could not read", async () => {
  const { code, err } = await runCommand("verify", { DATABASE_URL: "postgres://u@127.0.0.1:1/d" });
  expect([code, err]).toEqual([1, "The database at DATABASE_URL does not answer.\n"]);
});
