import { spawn } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import * as users from "@survey-app/contract/users.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { insertPasswordUser } from "./session/passwordUser.sql.ts";
import { cheapPasswords } from "./testing/cheapPasswords.ts";
import { setEmailVerified } from "./testing/identities.sql.ts";
import { makeEverybody, makePerson } from "./testing/people.ts";
import { type TestApp, testApp } from "./testing/testApp.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** Runs a command of the server to its end; nothing of this process's environment gets in. */
function run(
  command: "main" | "verify" | "admin",
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, `${command}.ts`), ...args], {
      env: { PORT: "0", DEMO: "0", ...env },
      // No promise: a busy machine takes its time to start a process.
      timeout: 50_000,
    });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      err += text;
    });
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

/** Expects that the start ended with one sentence for each thing that is wrong, and nothing else. */
async function expectSentence(env: Record<string, string>, sentence: RegExp, lines = 1): Promise<void> {
  const { code, err } = await run("main", env);
  expect(err.trimEnd()).toMatch(sentence);
  expect(err.trimEnd().split("\n")).toHaveLength(lines);
  expect(err).not.toMatch(/^\s+at |node:internal/m);
  expect(code).toBe(1);
}

const file = () => join(t.dataDir, "a-file");
beforeAll(() => writeFileSync(file(), ""));

// What does not reach a database is the same on both engines.
test.skipIf(inject("engine") === "postgres").each([
  ["a file for a data folder", () => ({ DATA_DIR: file() }), /^The [^\n]*data folder can't be [^\n]+DATA_DIR/],
  [
    "a data folder under a file",
    () => ({ DATA_DIR: join(file(), "data") }),
    /^The data folder can't be written .*DATA_DIR/,
  ],
  [
    "a database that is away",
    () => ({ DATA_DIR: t.dataDir, DATABASE_URL: "postgres://u@127.0.0.1:1/d" }),
    /^The database at DATABASE_URL does not answer\.$/,
  ],
  [
    "an address of another machine",
    () => ({ DATA_DIR: join(t.dataDir, "own"), HOST: "192.0.2.1" }),
    /^HOST is not an address of this machine\.$/,
  ],
  [
    "an address that is none",
    () => ({ DATA_DIR: join(t.dataDir, "own"), HOST: "no.such.host.invalid" }),
    /^HOST is not an address of this machine\.$/,
  ],
])("the start with %s ends with one sentence", (_, env, sentence) => expectSentence(env(), sentence));

test.skipIf(inject("engine") === "postgres")("the start names all settings that are wrong or unsafe, a line each", () =>
  expectSentence(
    { NODE_ENV: "production", PORT: "many", DEMO: "1" },
    /^PORT must be .*\.\nSESSION_SECRET must be set in production.*\.\nPUBLIC_URL must be set.*\.\nDEMO=1 is refused.*\.$/,
    4,
  ),
);

test("a production on a database with the demo's accounts does not start", async () => {
  const fresh = await testApp();
  try {
    await insertPasswordUser(fresh.database, {
      ...{ id: crypto.randomUUID(), name: "Ada Admin", email: "admin@example.com", role: "admin" },
      ...{ emailVerified: true, passwordHash: await cheapPasswords.hash("Passw0rd!") },
    });
    await expectSentence(
      {
        NODE_ENV: "production",
        PUBLIC_URL: "https://survey.example",
        SESSION_SECRET: "9f2c8e01b7d64a35f0c1d2e3948a7b6c",
        DATA_DIR: fresh.dataDir,
        ...(fresh.databaseUrl && { DATABASE_URL: fresh.databaseUrl }),
      },
      /^The database holds demo accounts whose password everybody knows \(admin@example\.com\): /,
    );
  } finally {
    await fresh.close();
  }
});

test("the start on a port in use says which", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  await expectSentence(
    { DATA_DIR: join(t.dataDir, "port"), PORT: String(port) },
    new RegExp(`^Port ${port} is in use: stop what listens there, or set PORT to another\\.$`),
  );
  await new Promise((resolve) => other.close(resolve));
});

test("the start on a damaged database file, or a folder in its place, says where to look", async () => {
  const damaged = join(t.dataDir, "damaged");
  mkdirSync(damaged);
  writeFileSync(join(damaged, "survey-app.sqlite"), "not a database, but long enough to be taken for one ".repeat(99));
  await expectSentence(
    { DATA_DIR: damaged },
    /^The database in the data folder can't be used \(.*\): check DATA_DIR and its rights\.$/,
  );
  const folder = join(t.dataDir, "folder");
  mkdirSync(join(folder, "survey-app.sqlite"), { recursive: true });
  await expectSentence({ DATA_DIR: folder }, /^The database in the data folder can't be used/);
});

test("an address for the first admin that somebody else has stops the start", async () => {
  const { user } = await makeEverybody(t.database, t.tokens);
  await t.database.db.updateTable("users").set({ role: "user" }).where("role", "=", "admin").execute();
  const databaseUrl: Record<string, string> = t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {};
  await expectSentence(
    { DATA_DIR: t.dataDir, ...databaseUrl, ADMIN_EMAIL: user.email, ADMIN_PASSWORD: "long enough" },
    /^ADMIN_EMAIL names an existing account that is no admin: give another address\.$/,
  );
});

test("verify tells a database whose counters are its votes from one that was tampered with", async () => {
  const { surveyor, admin } = await makeEverybody(t.database, t.tokens);
  const id = await t.makeSurvey(surveyor, { publishedBy: admin });
  const verify = () => {
    if (t.databaseUrl) return run("verify", { DATABASE_URL: t.databaseUrl });
    const copy = join(t.dataDir, crypto.randomUUID());
    mkdirSync(copy);
    for (const end of ["", "-wal", "-shm"])
      cpSync(join(t.dataDir, `survey-app.sqlite${end}`), join(copy, `survey-app.sqlite${end}`));
    return run("verify", { DATA_DIR: copy });
  };
  expect(await verify()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Right: 0 votes on 1 surveys/),
    err: "",
  });
  await t.database.db.updateTable("surveys").set({ total_votes: 1 }).where("id", "=", id).execute();
  expect(await verify()).toEqual({
    code: 1,
    out: "Wrong: 1 of 1 surveys.\n",
    err: `Survey ${id} counts 1 votes (0 yes; its days 0, 0 yes), but 0 (0 yes) are stored.\n`,
  });
});

test.skipIf(inject("engine") === "postgres")("verify checks a saved public ledger without any database", async () => {
  const log = join(t.dataDir, "ledger.json");
  const head = "8655b9e5cdd70064a69755742c098c4290ad0269442924d08a955b8dd1afa6df";
  writeFileSync(log, JSON.stringify({ surveyId: "s1", totalVotes: 0, yesVotes: 0, noVotes: 0, head, entries: [] }));
  const nowhere = { DATABASE_URL: "postgres://u@127.0.0.1:1/d" };
  const found = await Promise.all(
    [[], ["--receipt", "1-0000-0000-0000-0000"], ["--receipt", "none"]].map((more) =>
      run("verify", nowhere, [log, ...more]),
    ),
  );
  expect(found).toMatchObject([
    { code: 0, out: expect.stringMatching(/^Right: 0 votes on survey s1/) },
    { code: 1, out: "Wrong: The receipt 1-0000-0000-0000-0000 is of vote 1, and the log has 0.\n" },
    { code: 1, err: "none is not a receipt: those look like 1234-9f3a-5c0d-21be-77aa.\n" },
  ]);
});

test("verify says in a sentence, too, what it could not read", async () => {
  const { code, err } = await run("verify", { DATABASE_URL: "postgres://u@127.0.0.1:1/d" });
  expect([code, err]).toEqual([1, "The database at DATABASE_URL does not answer.\n"]);
});

test("the admin command promotes whom it names, says whom it can't, and takes an unconfirmed address only by --force", async () => {
  const person = await makePerson(t.database, t.tokens, { name: "Nora New" });
  const unproven = await makePerson(t.database, t.tokens, { name: "Uma Unproven" });
  await setEmailVerified(t.database, unproven.email, false);
  const where: Record<string, string> = t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : { DATA_DIR: t.dataDir };
  const promote = (...args: string[]) => run("admin", where, args);
  expect(await promote(person.email.toUpperCase())).toEqual({ code: 0, out: "Nora New is an admin now.\n", err: "" });
  expect((await t.send(users.list, { as: person })).statusCode).toBe(200);
  expect(await promote(person.email)).toMatchObject({ code: 0, out: "Nora New is an admin already.\n" });
  expect(await promote("nobody@example.org")).toMatchObject({
    code: 1,
    err: "There is no account for nobody@example.org: it has to sign up first.\n",
  });
  for (const args of [[], ["Nora"]]) expect(await promote(...args)).toMatchObject({ code: 1, out: "" });

  expect(await promote(unproven.email)).toEqual({
    code: 1,
    out: "",
    err: `${unproven.email} is not confirmed, so anybody could have signed up with it. Ask its owner to use the link in the confirmation email, or add --force.\n`,
  });
  expect((await t.send(users.list, { as: unproven })).statusCode).toBe(403);
  expect(await promote(unproven.email, "--force")).toMatchObject({ code: 0, out: "Uma Unproven is an admin now.\n" });
}, 300_000);
