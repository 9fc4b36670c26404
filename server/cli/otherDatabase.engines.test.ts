import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { readFingerprint } from "../database/fingerprint.ts";
import { migrate } from "../database/migrate.ts";
import { runQueryOf } from "../database/runQuery.ts";
import { sqliteFile } from "../database/sqlitePath.ts";
import { noteDatabase } from "../process/knownDatabase.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { freePort } from "../testing/browser.ts";
import { emptyDatabase } from "../testing/freshDatabase.ts";
import { startInstance } from "../testing/instances.ts";
import { runCommand, usingSentence } from "../testing/runCommand.ts";
import { SECRET } from "../testing/testConfig.ts";

type Place = Awaited<ReturnType<typeof emptyDatabase>>;

const production = { NODE_ENV: "production", PUBLIC_URL: "https://survey.example", SESSION_SECRET: SECRET };
const stripe = {
  STRIPE_SECRET_KEY: "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
  STRIPE_PUBLISHABLE_KEY: "pk_live_4eC39HqLyjWDarjtT1zdp7dc",
  STRIPE_WEBHOOK_SECRET: "whsec_4eC39HqLyjWDarjtT1zdp7dc",
};
const firstAdmin = { ADMIN_EMAIL: "ada@survey.example", ADMIN_PASSWORD: "a harmless heron 82" };

const settingsOf = ({ databaseUrl, dataDir }: Pick<Place, "databaseUrl" | "dataDir">): Record<string, string> => ({
  ...production,
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

const isPostgres = inject("engine") === "postgres";

async function makePlace(): Promise<Place> {
  const place = await emptyDatabase();
  onTestFinished(() => place.remove());
  return place;
}

/** Prepares a place and notes its database, as the server's start does. */
async function prepare(place: Pick<Place, "databaseUrl" | "dataDir">): Promise<void> {
  const database = openDatabase(place);
  await migrate(database);
  const found = await readFingerprint(runQueryOf(database), database.dialect);
  if (found) noteDatabase(place, found);
  await database.close();
}

/** Puts the database of another installation into the data folder, as a move to PostgreSQL leaves one there. */
async function leaveSqliteFile(dataDir: string): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) rmSync(sqliteFile(dataDir) + end, { force: true });
  const database = openDatabase({ databaseUrl: null, dataDir });
  await migrate(database);
  await database.close();
}

describe("with settings that have lost DATABASE_URL", () => {
  let place: Place;
  let wrong: Record<string, string>;
  beforeAll(async () => {
    place = await emptyDatabase();
    await prepare(place);
    await leaveSqliteFile(place.dataDir);
    wrong = { ...settingsOf({ ...place, databaseUrl: null }), ...stripe };
  });
  afterAll(() => place.remove());

  test.each([
    ["backup", () => [join(place.dataDir, "never.tar")]],
    ["verify", () => []],
    ["admin", () => ["ada@survey.example"]],
    ["retention", () => ["--dry-run"]],
    ["reconcile", () => []],
    ["distribute", () => []],
  ] as const)("%s names both databases, and does nothing", async (command, args) => {
    const before = readFileSync(sqliteFile(place.dataDir));
    const { code, out, err } = await runCommand(command, wrong, args());
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(
      /^The settings name SQLite, [^\n]+survey-app\.sqlite \(created \S+Z\), but the server has used /,
    );
    expect(err).toMatch(isPostgres ? / used PostgreSQL at [^\s,]+, database \w+ \(created / : / used SQLite, /);
    expect(err).toMatch(/Check DATABASE_URL and DATA_DIR\. [^\n]+ add --anyway\.\n$/);
    expect(err).not.toContain("postgres://");
    expect(readFileSync(sqliteFile(place.dataDir))).toEqual(before);
    expect(existsSync(join(place.dataDir, "never.tar"))).toBe(false);
  });

  test("--anyway uses it, for this command only, and admins aren't told about such a backup", async () => {
    const verified = await runCommand("verify", wrong, ["--anyway"]);
    expect(verified).toMatchObject({ code: 0, err: usingSentence(wrong) });
    const file = join(place.dataDir, "other.tar");
    const saved = await runCommand("backup", wrong, [file, "--anyway"]);
    expect(saved).toMatchObject({ code: 0, out: expect.stringContaining("other.tar: 0 votes, 0 surveys, 0 users") });
    expect(saved.err).toMatch(/^Saving SQLite, [^\n]+: 0 surveys and 0 votes\.\nAdmins don't see this backup, /);
    expect(existsSync(join(place.dataDir, "last-backup"))).toBe(false);
    expect((await runCommand("verify", wrong)).code).toBe(1);
  });
});

test("a start with another database says so, and from then on commands use that one", async () => {
  const place = await makePlace();
  await prepare(place);
  await leaveSqliteFile(place.dataDir);
  const moved = settingsOf({ ...place, databaseUrl: null });
  const instance = await startInstance(await freePort(), moved);
  await expect.poll(instance.log).toMatch(/the server has so far used [^\n]+\. Now it uses SQLite, /);
  await instance.stop();
  expect(await runCommand("verify", moved)).toMatchObject({ code: 0 });
  if (isPostgres) expect(await runCommand("verify", settingsOf(place))).toMatchObject({ code: 1 });
});

test("a backup in a data folder that no server has used records its database for the next one", async () => {
  const place = await makePlace();
  await prepare(place);
  rmSync(join(place.dataDir, "database.json"));
  const save = (name: string, env: Record<string, string>) => runCommand("backup", env, [join(place.dataDir, name)]);
  expect(await save("first.tar", settingsOf(place))).toMatchObject({ code: 0 });
  await leaveSqliteFile(place.dataDir);
  const wrong = settingsOf({ ...place, databaseUrl: null });
  expect(await save("second.tar", wrong)).toMatchObject({ code: 1, err: expect.stringMatching(/^The settings name /) });
});

test("a note that can't be read stops commands with a sentence, and the next start writes it again", async () => {
  const place = await makePlace();
  await prepare(place);
  const note = join(place.dataDir, "database.json");
  const whole = readFileSync(note, "utf8");
  expect(whole).not.toContain("postgres://");
  writeFileSync(note, whole.slice(0, 20));
  const { code, err } = await runCommand("verify", settingsOf(place));
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/database\.json doesn't say which database the server uses: start/),
  ]);
  await prepare(place);
  expect(readFileSync(note, "utf8")).toBe(whole);
});

test("a backup doesn't need the server: it saves what a killed one has stored", async () => {
  const place = await makePlace();
  const instance = await startInstance(await freePort(), { ...settingsOf(place), ...firstAdmin });
  await instance.kill();
  const saved = await runCommand("backup", settingsOf(place), [join(place.dataDir, "killed.tar")]);
  expect(saved).toMatchObject({ code: 0, out: expect.stringContaining("0 surveys, 1 user,") });
});

test.runIf(isPostgres)("another address of the same database is not another database", async () => {
  const place = await makePlace();
  await prepare(place);
  const url = new URL(place.databaseUrl ?? "");
  const named = `${url.protocol}//${url.username}${url.password && `:${url.password}`}@`;
  const rest = `localhost:${url.port},${url.host}${url.pathname}?application_name=backup`;
  const elsewhere = { ...settingsOf(place), DATABASE_URL: named + rest };
  const { code, err } = await runCommand("verify", elsewhere);
  const database = url.pathname.slice(1);
  const where = `localhost:${url.port},${url.host}, database ${database}`;
  expect([code, err]).toEqual([0, `Using PostgreSQL at ${where}.\n`]);
});

test.runIf(isPostgres)("an empty PostgreSQL database doesn't pass for a valid one, and stays empty", async () => {
  const place = await makePlace();
  for (const [command, ...args] of [["verify"], ["admin", "ada@survey.example"], ["backup", "never.tar"]] as const) {
    const { code, err } = await runCommand(command, settingsOf(place), args);
    expect([code, err]).toEqual([1, expect.stringMatching(/ is empty: (check the settings|there is nothing to back)/)]);
  }
});
