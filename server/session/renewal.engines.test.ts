import { setTimeout as sleep } from "node:timers/promises";
import * as account from "@survey-app/contract/account/account.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, cookieOf, signIn, signUp } from "../testing/accounts.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { setUserRole } from "../users/users.sql.ts";
import { renewSession } from "./session.sql.ts";
import { createSessionCache } from "./sessionCache.ts";

let t: TestApp;
let admin: Person;

beforeAll(async () => {
  t = await testApp();
  admin = await makePerson(t.database, t.tokens, { role: "admin" });
});

afterAll(() => t.close());

const changeRole = ({ id }: Person, role: "admin" | "surveyor" | "user") =>
  t.request(users.setUserRole, { as: admin, params: { id }, body: { role } });

/** Exchanges a cookie for a token, as a browser does. */
async function trade({ email, cookie }: Pick<Account, "email" | "cookie">) {
  // The browser may have been updated meanwhile.
  const headers = { cookie, "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const response = await t.send(session.createAccessToken, { body: { email }, headers });
  const { token } = response.json<{ token?: string }>();
  return { status: response.statusCode, token: token ?? "", cookie: cookieOf(response) || null };
}

const asks = async (as: Person) => (await t.send(users.getUser, { as, params: { email: as.email } })).statusCode;
const storedSessions = ({ id }: Person) =>
  t.database.db.selectFrom("sessions").selectAll().where("user_id", "=", id).execute();

/** The cookie and token of a browser after the exchange. */
async function traded(person: Account): Promise<Account> {
  const { token, cookie } = await trade(person);
  return { ...person, token, cookie: cookie ?? person.cookie, sessionId: t.tokens.read(token) ?? "" };
}

const who = async ({ cookie }: Account) => (await t.send(session.getSession, { headers: { cookie } })).json();

// Security: R41
test("of concurrent renewals one gets the new session, and there is only one", async () => {
  const before = await signUp(t);
  // Last used so long ago that each request also extends the session.
  const expires_at = Date.now() + 5 * DAY_MS;
  await t.database.db.updateTable("sessions").set({ expires_at }).where("id", "=", before.sessionId).execute();
  await changeRole(before, "surveyor");
  const all = await Promise.all(Array.from({ length: 8 }, () => trade(before)));
  const [winner, ...others] = all.filter(({ cookie }) => cookie !== null);
  expect(others).toEqual([]);
  expect(new Set(all.map(({ status }) => status)).isSubsetOf(new Set([200, 401]))).toBe(true);
  expect(await storedSessions(before)).toHaveLength(1);
  expect(await asks({ ...before, token: winner?.token ?? "" })).toBe(200);
  for (const { token } of all.filter(({ cookie }) => cookie === null))
    expect(await asks({ ...before, token })).toBe(401);
});

test("other instances drop a renewed session from their cache", async () => {
  const person = await makePerson(t.database, t.tokens);
  await setUserRole(t.database, person.id, "surveyor", "commandLine");
  const elsewhere = createSessionCache(t.database);
  expect(await elsewhere.get(person.sessionId)).toMatchObject({ email: person.email });
  const renewed = await renewSession(t.database, person.sessionId);
  while (await elsewhere.get(person.sessionId)) await sleep(20);
  expect(await elsewhere.get(renewed?.sessionId ?? "")).toMatchObject({ email: person.email });
});

test("a cookie whose session ends while it is read counts as a visitor's, without an error", async () => {
  const person = await signUp(t);
  const { db, dialect } = t.database;
  const expires_at = Date.now() + 5 * DAY_MS;
  await db.updateTable("sessions").set({ expires_at }).where("id", "=", person.sessionId).execute();
  // Reading extends the session; the trigger keeps that update from finding a row.
  if (dialect.engine === "sqlite")
    await sql`create trigger gone before update of expires_at on sessions begin select raise(ignore); end`.execute(db);
  else {
    await sql`create function gone() returns trigger language plpgsql as $$ begin return null; end $$`.execute(db);
    await sql`create trigger gone before update of expires_at on sessions for each row execute function gone()`.execute(
      db,
    );
  }
  try {
    expect(await trade(person)).toMatchObject({ status: 401, cookie: null });
    const response = await t.send(session.getSession, { headers: { cookie: person.cookie } });
    expect([response.statusCode, response.json(), response.cookies]).toEqual([200, null, []]);
  } finally {
    await sql`drop trigger gone ${dialect.engine === "sqlite" ? sql`` : sql`on sessions`}`.execute(db);
  }
});

// Security: R41
test("after a role change the next token renews the session: the old cookie and its tokens are invalid", async () => {
  const before = await signUp(t);
  const [{ id: oldId, token: oldHash, needs_renewal: _, ...kept } = { id: "", token: "" }] =
    await storedSessions(before);
  await changeRole(before, "surveyor");
  // Until the exchange the user stays signed in, with the rights of the new role.
  expect(await asks(before)).toBe(200);

  const after = await traded(before);
  expect([after.cookie === before.cookie, after.sessionId === before.sessionId]).toEqual([false, false]);
  expect(await who(after)).toMatchObject({ user: { email: before.email } });
  expect(await asks(after)).toBe(200);
  expect(await t.request(users.getUser, { as: after, params: { email: after.email } })).toMatchObject({
    role: "surveyor",
  });

  expect(await asks(before)).toBe(401);
  expect(await trade(before)).toMatchObject({ status: 401, cookie: null });
  expect(await who(before)).toBeNull();

  const stored = await storedSessions(after);
  expect(stored).toMatchObject([{ ...kept, id: after.sessionId, needs_renewal: 0 }]);
  expect([stored[0]?.id, stored[0]?.token]).not.toEqual([oldId, oldHash]);
  // Still one device, and no email about a new one.
  expect(await t.request(account.listMySessions, { as: after })).toMatchObject([
    { _id: after.sessionId, isCurrent: true },
  ]);
  const devices = t.database.db.selectFrom("known_devices").select("device").where("user_id", "=", after.id);
  expect(await devices.execute()).toHaveLength(1);
  // The session is renewed only once.
  expect(await trade(after)).toMatchObject({ status: 200, cookie: null });
});

test.each<[string, (person: Person) => Promise<unknown>]>([
  ["a demotion", (person) => setUserRole(t.database, person.id, "user", { adminId: admin.id, requestId: "r" })],
  ["the command line", (person) => setUserRole(t.database, person.id, "admin", "commandLine")],
  [
    "an attacker with the database",
    ({ id }) => t.database.db.updateTable("users").set({ role: "admin" }).where("id", "=", id).execute(),
  ],
])("sessions are replaced on every device, by %s too", async (_, change) => {
  const first = await signUp(t);
  await t.database.db.updateTable("users").set({ role: "surveyor" }).where("id", "=", first.id).execute();
  const devices = [await traded(first), await traded(await signIn(t, first))];
  await change(first);
  for (const device of devices) expect(await trade(device)).toMatchObject({ status: 200, cookie: expect.any(String) });
  for (const device of devices) expect(await trade(device)).toMatchObject({ status: 401, cookie: null });
  expect(await storedSessions(first)).toHaveLength(2);
});

test("changes other than of the role renew no session", async () => {
  const person = await signUp(t);
  await changeRole(person, "user");
  await t.request(users.updateMyProfile, { as: person, body: { displayName: "Nora Newer" } });
  await changeRole(await makePerson(t.database, t.tokens), "surveyor");
  expect(await trade(person)).toMatchObject({ status: 200, cookie: null });
  expect(await asks(person)).toBe(200);
});

// Security: R42
test("a replaced session keeps its sign-in time: twelve hours for admins, thirty days in all", async () => {
  const signedIn = async (ago: number) => {
    const person = await signUp(t);
    await changeRole(person, "admin");
    const created_at = Date.now() - ago;
    await t.database.db.updateTable("sessions").set({ created_at }).where("id", "=", person.sessionId).execute();
    return traded(person);
  };
  const [fresh, old] = [await signedIn(11 * HOUR_MS), await signedIn(13 * HOUR_MS)];
  const { id } = await makePerson(t.database, t.tokens);
  const promotion = { params: { id }, body: undefined };
  expect((await t.send(users.setUserRole, { as: fresh, ...promotion })).statusCode).toBe(200);
  expect(await t.refused(users.setUserRole, { as: old, ...promotion })).toMatchObject({ code: "signInAgain" });
  expect(await asks(await signedIn(29.9 * DAY_MS))).toBe(200);
  expect(await asks(await signedIn(30.1 * DAY_MS))).toBe(401);
});
