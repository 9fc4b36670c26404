import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../database/database.ts";
import { type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { makePerson } from "../testing/people.ts";
import { SECRET } from "../testing/testConfig.ts";
import { type Callers, makeCallers } from "./sessionCache.ts";
import { makeTokens } from "./tokens.ts";

let fresh: FreshDatabase;
/** What another process has of the same database. */
let elsewhere: Database;
let callers: Callers;

beforeAll(async () => {
  fresh = await freshDatabase();
  elsewhere = openDatabase(fresh);
  callers = makeCallers(fresh.database);
});
afterAll(async () => {
  await elsewhere.close();
  await fresh.remove();
});

const somebody = (options = {}) => makePerson(fresh.database, makeTokens(SECRET, ""), options);

/** Asks without a pause until it is so: whoever is asked about all the time must change too. */
async function until(sessionId: string, isSo: (caller: Awaited<ReturnType<Callers["ofSession"]>>) => boolean) {
  while (!isSo(await callers.ofSession(sessionId))) await sleep(5);
}

test("who was looked up is known without asking the database", async () => {
  const { sessionId, email } = await somebody();
  expect(await callers.ofSession(sessionId)).toMatchObject({ email, role: "user" });
  expect(callers.ofSession(sessionId)).not.toBeInstanceOf(Promise);
});

test("what another process changes shows here: role, name, membership, blocking", async () => {
  const { id, sessionId } = await somebody();
  const users = elsewhere.db.updateTable("users").where("id", "=", id);
  const steps: [change: () => Promise<unknown>, isSo: Parameters<typeof until>[1]][] = [
    [() => users.set({ role: "admin" }).execute(), (caller) => caller?.storedRole === "admin"],
    [() => users.set({ role: "user", name: "Renamed" }).execute(), (caller) => caller?.name === "Renamed"],
    [
      () =>
        elsewhere.db
          .insertInto("memberships")
          .values({ id, user_id: id, starts_at: Date.now() - 1000, ends_at: Date.now() + 60_000 })
          .execute(),
      (caller) => caller?.role === "pro-user",
    ],
    [
      () => elsewhere.db.deleteFrom("memberships").where("user_id", "=", id).execute(),
      (caller) => caller?.isMember === false,
    ],
    [() => users.set({ status: "Blocked" }).execute(), (caller) => caller === null],
  ];
  for (const [change, isSo] of steps) {
    await change();
    await until(sessionId, isSo);
  }
});

test("a session that another process ends has ended here", async () => {
  const { sessionId } = await somebody();
  await callers.ofSession(sessionId);
  await elsewhere.db.deleteFrom("sessions").where("id", "=", sessionId).execute();
  await until(sessionId, (caller) => caller === null);
});

test("a change in a transaction that began before others committed is not missed", async () => {
  const { id, sessionId } = await somebody();
  const other = await somebody();
  await elsewhere.transaction(async (tx) => {
    await tx.db.updateTable("users").set({ role: "surveyor" }).where("id", "=", id).execute();
    // On SQLite nobody else can write meanwhile.
    if (fresh.databaseUrl)
      await fresh.database.db.updateTable("users").set({ name: "Later" }).where("id", "=", other.id).execute();
    await until(other.sessionId, (caller) => caller !== null);
    await sleep(1200);
    expect(await callers.ofSession(sessionId)).toMatchObject({ storedRole: "user" });
  });
  await until(sessionId, (caller) => caller?.storedRole === "surveyor");
});

test("a membership that begins, then ends, with the time alone, does so here", async () => {
  const { id, sessionId } = await somebody();
  const now = Date.now();
  await fresh.database.db
    .insertInto("memberships")
    .values({ id, user_id: id, starts_at: now + 1500, ends_at: now + 3500 })
    .execute();
  expect(await callers.ofSession(sessionId)).toMatchObject({ isMember: false });
  await until(sessionId, (caller) => caller?.isMember === true);
  await until(sessionId, (caller) => caller?.isMember === false);
});
