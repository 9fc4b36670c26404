import { randomBytes } from "node:crypto";
import { DEMO_PASSWORD, demoAccounts } from "@survey-app/contract/session/demoAccounts.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPasswordUser } from "../session/accounts.sql.ts";
import { cheapPasswords } from "../testing/cheapPasswords.ts";
import { type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { SECRET } from "../testing/testConfig.ts";
import { checkProductionReadiness, requireSandbox } from "./startupChecks.ts";

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.remove());

const config = { sandbox: false, breachedPasswordsUrl: null, sessionSecret: SECRET };
const log = { warn: () => {} };
const judge = (password: string) =>
  checkProductionReadiness(
    fresh.database,
    { ...config, firstAdmin: { email: "ada.first@mail.example", password } },
    log,
  );
const passwords = () => fresh.database.db.updateTable("accounts");

test("a start without production's settings fails where the sandbox is left out, and says where a demo starts", () => {
  const start = (isProduction: boolean) => requireSandbox({ isProduction }, "/no-such-folder");
  expect(() => start(false)).toThrow(
    /^This folder holds only what production runs: .* from a checkout \(npm start\)\.$/,
  );
  start(true);
  requireSandbox({ isProduction: false });
});

// Security: R33
test("production rejects a first password that is easy to guess", async () => {
  await expect(judge("password123")).rejects.toThrow(/^ADMIN_PASSWORD is one of/);
  await expect(judge("Ada.First1")).rejects.toThrow(/^ADMIN_PASSWORD is mostly your/);
  await judge("nine blue herons at dusk");
});

// Security: R33
test("production rejects a session secret that is made of words, and none that is random", async () => {
  const judgeSecret = (sessionSecret: string) =>
    checkProductionReadiness(fresh.database, { ...config, firstAdmin: null, sessionSecret }, log);
  for (const secret of [
    "MySuperSecretSessionKeyForSurvey1",
    "survey-app-session-secret-2026-11-28",
    "correct horse battery staple correct",
  ])
    await expect(judgeSecret(secret), secret).rejects.toThrow(/^SESSION_SECRET is made of words, /);
  for (const encoding of ["hex", "base64", "base64url"] as const)
    for (const bytes of [24, 32]) await judgeSecret(randomBytes(bytes).toString(encoding));
});

test("production rejects a database with demo accounts and names them, until none accepts the demo password", async () => {
  const passwordHash = await cheapPasswords.hash(DEMO_PASSWORD);
  for (const account of demoAccounts)
    await insertPasswordUser(fresh.database, { ...account, id: account.email, emailVerified: true, passwordHash });
  const start = () => judge("password123");
  const said = await start().then(
    () => "",
    (error: Error) => error.message,
  );
  const [aboutPassword, aboutAccounts, ...more] = said.split("\n");
  expect(aboutPassword).toMatch(/^ADMIN_PASSWORD /);
  expect(aboutAccounts).toContain("(admin@example.com, pro@example.com, surveyor@example.com, user@example.com)");
  expect([more, said.includes(DEMO_PASSWORD)]).toEqual([[], false]);

  const { db } = fresh.database;
  await db.updateTable("users").set({ status: "Blocked" }).where("email", "=", "admin@example.com").execute();
  await passwords()
    .set({ password: await cheapPasswords.hash("another") })
    .where("user_id", "=", "pro@example.com")
    .execute();
  await expect(start()).rejects.toThrow("(surveyor@example.com, user@example.com)");
  await passwords().set({ password: null }).execute();
  await checkProductionReadiness(fresh.database, { ...config, firstAdmin: null }, log);
});
