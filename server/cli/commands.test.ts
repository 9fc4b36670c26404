import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { getSecondFactor, setUpSecondFactor, turnOnSecondFactor } from "@survey-app/contract/session/secondFactor.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { insertPasswordUser } from "../session/accounts.sql.ts";
import { appOf } from "../testing/authenticatorApp.ts";
import { cheapPasswords } from "../testing/cheapPasswords.ts";
import { failureOfStart } from "../testing/failureOfStart.ts";
import { setEmailVerified } from "../testing/identities.sql.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { runCommand, usingSentence } from "../testing/runCommand.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { promote } from "./admin.ts";
import { forPerson, type PersonCommand } from "./personData.ts";
import { verify } from "./verify.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("production does not start on a database with demo accounts", async () => {
  const fresh = await testApp();
  try {
    await insertPasswordUser(fresh.database, {
      ...{ id: crypto.randomUUID(), name: "Ada Admin", email: "admin@example.com", role: "admin" },
      ...{ emailVerified: true, passwordHash: await cheapPasswords.hash("Passw0rd!") },
    });
    const failure = await failureOfStart({
      NODE_ENV: "production",
      PUBLIC_URL: "https://survey.example",
      SESSION_SECRET: "9f2c8e01b7d64a35f0c1d2e3948a7b6c",
      DATA_DIR: fresh.dataDir,
      ...(fresh.databaseUrl && { DATABASE_URL: fresh.databaseUrl }),
    });
    expect(failure).toMatch(/^The database holds demo accounts, whose password is public \(admin@example\.com\): /);
  } finally {
    await fresh.close();
  }
});

test("the start fails if the first admin's address belongs to another account", async () => {
  const { user } = await createUsersOfEveryRole(t.database, t.tokens);
  await t.database.db.updateTable("users").set({ role: "user" }).where("role", "=", "admin").execute();
  const databaseUrl: Record<string, string> = t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {};
  const admin = { ADMIN_EMAIL: user.email, ADMIN_PASSWORD: "long enough" };
  expect(await failureOfStart({ DATA_DIR: t.dataDir, ...databaseUrl, ...admin })).toMatch(
    /^ADMIN_EMAIL names an existing account that is not an admin: give another address\.$/,
  );
});

test("verify distinguishes correct counters from tampered ones", async () => {
  const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  const id = await t.makeSurvey(surveyor, { publishedBy: admin });
  /** Settings that lead to the current database. */
  const settings = (): Record<string, string> => {
    if (t.databaseUrl) return { DATABASE_URL: t.databaseUrl };
    const copy = join(t.dataDir, crypto.randomUUID());
    mkdirSync(copy);
    for (const end of ["", "-wal", "-shm"])
      cpSync(join(t.dataDir, `survey-app.sqlite${end}`), join(copy, `survey-app.sqlite${end}`));
    return { DATA_DIR: copy };
  };
  expect(await verify([], () => readConfig(settings()))).toEqual({
    isValid: true,
    lines: [expect.stringMatching(/^Valid: 0 votes on 1 survey,/)],
    flaws: [],
  });
  await t.database.db.updateTable("ballot_boxes").set({ participants: 1 }).where("survey_id", "=", id).execute();
  const copy = settings();
  expect(await runCommand("verify", copy)).toEqual({
    code: 1,
    out: "Invalid: 1 of 1 survey.\n",
    err: `${usingSentence(copy)}Survey ${id} counts 1 vote (0 yes, 0 not sure), but 0 (0 yes, 0 not sure) are stored. Its days count 0 (0 yes, 0 not sure) of 0 (0 yes, 0 not sure) listed votes.\n`,
  });
});

test("the admin command promotes the named user, explains a failure, and accepts an unconfirmed address only with --force", async () => {
  const person = await makePerson(t.database, t.tokens, { name: "Nora New" });
  const unproven = await makePerson(t.database, t.tokens, { name: "Uma Unproven" });
  await setEmailVerified(t.database, unproven.email, false);
  const where: Record<string, string> = t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : { DATA_DIR: t.dataDir };
  expect(await runCommand("admin", where, [person.email.toUpperCase()])).toEqual({
    code: 0,
    out: "Nora New is an admin now.\n",
    err: usingSentence(where),
  });
  expect((await t.send(users.listUsers, { as: person })).statusCode).toBe(200);
  const unknown = "nobody@example.org";
  const command = (...args: string[]) => promote(args, readConfig(where));
  await expect(command(unknown)).rejects.toThrow(`There is no account for ${unknown}. Its owner has to sign up first.`);
  expect(await command(person.email)).toBe("Nora New is already an admin.");
  for (const args of [[], ["Nora"]]) await expect(command(...args)).rejects.toThrow("Name the user by email address");
  await expect(command(unproven.email)).rejects.toThrow(
    `${unproven.email} is not confirmed, so anyone could have signed up with it. Ask its owner to use the link in the confirmation email, or add --force.`,
  );
  expect((await t.send(users.listUsers, { as: unproven })).statusCode).toBe(403);
  expect(await command(unproven.email, "--force")).toBe("Uma Unproven is an admin now.");
});

test("the admin command turns a second factor off for a user who lost it, and the audit log says so", async () => {
  const own = await testApp();
  onTestFinished(() => own.close());
  const person = await makePerson(own.database, own.tokens, { name: "Lola Lost" });
  const { secret } = await own.request(setUpSecondFactor, { as: person });
  await own.request(turnOnSecondFactor, { as: person, body: { code: appOf(secret).code() } });
  const where: Record<string, string> = own.databaseUrl ? { DATABASE_URL: own.databaseUrl } : { DATA_DIR: own.dataDir };
  const command = () => promote([person.email, "--remove-second-factor"], readConfig(where));
  expect(await command()).toBe("Lola Lost signs in without a code now.");
  expect(await own.request(getSecondFactor, { as: person })).toMatchObject({ since: null, recoveryCodesLeft: 0 });
  expect(await command()).toBe("Lola Lost has no second factor.");
  const admin = await makePerson(own.database, own.tokens, { role: "admin" });
  const events = await own.request(listAuditEvents, { as: admin, query: { action: "secondFactorRemoved" } });
  expect(events).toMatchObject([{ by: "commandLine", about: { kind: "user", id: person.id } }]);
});

test("the admin command schedules an account's deletion, cancels it, and prints an admin's copy of the data", async () => {
  const own = await testApp();
  onTestFinished(() => own.close());
  const person = await makePerson(own.database, own.tokens, { name: "Ada Asks" });
  const place = own.databaseUrl ? { DATABASE_URL: own.databaseUrl } : { DATA_DIR: own.dataDir };
  const settings = readConfig({ ...place, SESSION_SECRET: own.config.sessionSecret });
  const command = (...[name, ...args]: [PersonCommand, ...string[]]) =>
    forPerson(name, args, { usage: "USAGE", settings });
  expect(await command("erase", person.email)).toMatch(/^Ada Asks's account will be deleted after \d{4}-\d\d-\d\dT/);
  await expect(command("erase", person.email)).rejects.toThrow(/already/);
  expect(await command("keep", person.email)).toBe("Ada Asks's account won't be deleted.");
  expect(await command("keep", person.email)).toBe("Ada Asks's account wasn't going to be deleted.");
  expect(await command("send-data", person.email)).toBe("The server will email Ada Asks the link to their data.");
  expect(JSON.parse(await command("data", person.email))).toMatchObject({ user: { email: person.email }, votes: [] });
  const unconfirmed = await makePerson(own.database, own.tokens);
  await own.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", unconfirmed.id).execute();
  await expect(command("send-data", unconfirmed.email)).rejects.toThrow(/is not confirmed.* no email is sent/);
  await expect(command("data", "nobody@example.org")).rejects.toThrow("There is no account for nobody@example.org.");
  await expect(command("erase")).rejects.toThrow("USAGE");
  const admin = await makePerson(own.database, own.tokens, { role: "admin" });
  const events = await own.request(listAuditEvents, { as: admin, query: { q: "Ada" } });
  expect(events.map(({ action, by }) => [action, by])).toEqual(
    ["dataExported", "dataSent", "erasureCanceled", "erasureScheduled"].map((action) => [action, "commandLine"]),
  );
});
