import { setTimeout as sleep } from "node:timers/promises";
import * as session from "@survey-app/contract/session.ts";
import * as users from "@survey-app/contract/users.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, cookieOf, signUp } from "../testing/accounts.ts";
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

const HOUR = 3600_000;

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

// Security: R41
test("of concurrent renewals one gets the new session, and there is only one", async () => {
  const before = await signUp(t);
  // Last used so long ago that each request also extends the session.
  const expires_at = Date.now() + 5 * 24 * HOUR;
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
  const expires_at = Date.now() + 5 * 24 * HOUR;
  await db.updateTable("sessions").set({ expires_at }).where("id", "=", person.sessionId).execute();
  // Reading extends the session; the trigger makes that update find no row.
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
