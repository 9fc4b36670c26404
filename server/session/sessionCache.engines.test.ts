import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { makePerson } from "../testing/people.ts";
import { SECRET } from "../testing/testConfig.ts";
import { createSessionCache, type SessionCache } from "./sessionCache.ts";
import { createTokens } from "./tokens.ts";

let fresh: FreshDatabase;
/** Another process's connection to the same database. */
let elsewhere: Database;
let sessions: SessionCache;

beforeAll(async () => {
  fresh = await freshDatabase();
  elsewhere = openDatabase(fresh);
  sessions = createSessionCache(fresh.database);
});
afterAll(async () => {
  await elsewhere.close();
  await fresh.remove();
});

const newPerson = (options = {}) => makePerson(fresh.database, createTokens(SECRET, ""), options);

/** Reads without a pause until the condition holds: constantly used sessions must be updated too. */
async function until(sessionId: string, isSo: (currentUser: Awaited<ReturnType<SessionCache["get"]>>) => boolean) {
  while (!isSo(await sessions.get(sessionId))) await sleep(5);
}

test("a cached session doesn't need a query", async () => {
  const { sessionId, email } = await newPerson();
  expect(await sessions.get(sessionId)).toMatchObject({ email, role: "user" });
  expect(sessions.get(sessionId)).not.toBeInstanceOf(Promise);
});

test("changes by another process take effect: role, name, membership, blocking", async () => {
  const { id, sessionId } = await newPerson();
  const users = elsewhere.db.updateTable("users").where("id", "=", id);
  const steps: [change: () => Promise<unknown>, isSo: Parameters<typeof until>[1]][] = [
    [() => users.set({ role: "admin" }).execute(), (currentUser) => currentUser?.storedRole === "admin"],
    [() => users.set({ role: "user", name: "Renamed" }).execute(), (currentUser) => currentUser?.name === "Renamed"],
    [
      () =>
        elsewhere.db
          .insertInto("memberships")
          .values({ id, user_id: id, starts_at: Date.now() - 1000, ends_at: Date.now() + 60_000 })
          .execute(),
      (currentUser) => currentUser?.role === "pro-user",
    ],
    [
      () => elsewhere.db.deleteFrom("memberships").where("user_id", "=", id).execute(),
      (currentUser) => currentUser?.isMember === false,
    ],
    [() => users.set({ status: "Blocked" }).execute(), (currentUser) => currentUser === null],
  ];
  for (const [change, isSo] of steps) {
    await change();
    await until(sessionId, isSo);
  }
});

test("a session that another process ends has ended in this one", async () => {
  const { sessionId } = await newPerson();
  await sessions.get(sessionId);
  await elsewhere.db.deleteFrom("sessions").where("id", "=", sessionId).execute();
  await until(sessionId, (currentUser) => currentUser === null);
});

test("a change in a transaction that began before others committed is not missed", async () => {
  const { id, sessionId } = await newPerson();
  const other = await newPerson();
  await elsewhere.transaction(async (tx) => {
    await tx.db.updateTable("users").set({ role: "surveyor" }).where("id", "=", id).execute();
    // On SQLite no other connection can write meanwhile.
    if (fresh.databaseUrl)
      await fresh.database.db.updateTable("users").set({ name: "Later" }).where("id", "=", other.id).execute();
    await until(other.sessionId, (currentUser) => currentUser !== null);
    await sleep(1200);
    expect(await sessions.get(sessionId)).toMatchObject({ storedRole: "user" });
  });
  await until(sessionId, (currentUser) => currentUser?.storedRole === "surveyor");
});

test("a membership starts and ends by the clock without a write", async () => {
  const edge = Date.now() + 2000;
  const withMembership = async (starts_at: number, ends_at: number) => {
    const { id, sessionId } = await newPerson();
    await fresh.database.db.insertInto("memberships").values({ id, user_id: id, starts_at, ends_at }).execute();
    return sessionId;
  };
  const starting = await withMembership(edge, edge + HOUR_MS);
  const ending = await withMembership(edge - HOUR_MS, edge);
  expect(await sessions.get(starting)).toMatchObject({ isMember: false });
  expect(await sessions.get(ending)).toMatchObject({ isMember: true });
  await until(starting, (currentUser) => currentUser?.isMember === true);
  await until(ending, (currentUser) => currentUser?.isMember === false);
});
