import * as account from "@survey-app/contract/account/account.ts";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import { changesOthers, type Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { errorCodesOf } from "@survey-app/contract/openapi.ts";
import { type AuditEvent, listAuditEvents as auditLog } from "@survey-app/contract/ops/audit.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieOf, PASSWORD, signUp } from "../testing/accounts.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Moves a user's sign-in time back. Call it before the user's first request, because the server caches sessions. */
async function signedInBefore<P extends Person>(person: P, ms: number): Promise<P> {
  const { db } = t.database;
  const created_at = Date.now() - ms;
  await db.updateTable("sessions").set({ created_at }).where("id", "=", person.sessionId).execute();
  return person;
}

const adminSince = async (ms: number) => signedInBefore(await makePerson(t.database, t.tokens, { role: "admin" }), ms);

const namesOf = (isMeant: (endpoint: Endpoint) => boolean) =>
  [...endpoints].flatMap(([name, endpoint]) => (isMeant(endpoint) ? [name] : [])).sort();

/** An invalid body: a request that passes authorization is rejected because of it, and doesn't change anything. */
const unreadable = (endpoint: Endpoint, as: Person) =>
  t.send(endpoint, {
    as,
    params: { id: "x", report: "x", email: as.email },
    body: endpoint.method === "GET" ? undefined : "{",
    headers: endpoint.method === "GET" ? {} : { "content-type": "application/json" },
  });

/** The endpoints that reject this user with `signInAgain`, by name. */
async function refusedTo(as: Person): Promise<string[]> {
  const refused: string[] = [];
  for (const [name, endpoint] of endpoints) {
    if (endpoint.stream) continue;
    const response = await unreadable(endpoint, as);
    if (!response.payload.includes("signInAgain")) continue;
    // Not 403: honest admins can run into this, and the spec's client signs out on any 403.
    expect(response.json(), name).toMatchObject({ status: 409, code: "signInAgain" });
    refused.push(name);
  }
  return refused.sort();
}

// Security: R42
test("twelve hours after signing in, an admin can't change other people's data: the server rejects it before it reads the body", async () => {
  const recent = namesOf(({ recentSignIn }) => recentSignIn === true);
  const changing = namesOf((endpoint) => changesOthers(endpoint));
  expect(changing.length).toBeGreaterThan(5);
  expect(await refusedTo(await adminSince(9 * MINUTE))).toEqual([]);
  expect(await refusedTo(await adminSince(12 * HOUR - MINUTE))).toEqual(recent);
  expect(await refusedTo(await adminSince(12 * HOUR))).toEqual([...new Set([...changing, ...recent])].sort());
});

test("the API document names these endpoints, and no others, as requiring a recent sign-in", () => {
  for (const [name, endpoint] of endpoints)
    expect(errorCodesOf(endpoint).includes("signInAgain"), name).toBe(
      changesOthers(endpoint) || endpoint.recentSignIn === true || endpoint === account.deleteMyAccount,
    );
});

test("an admin who signed in long ago can still read everything and change their own data", async () => {
  const admin = await adminSince(29 * 24 * HOUR);
  await t.request(users.listUsers, { as: admin });
  await t.request(auditLog, { as: admin });
  await t.request(users.updateMyProfile, { as: admin, body: { displayName: "Ada Again" } });
  await t.makeSurvey(admin);
});

test("an account without a password can be deleted within ten minutes after signing in, but not later with a token alone", async () => {
  const person = () => makePerson(t.database, t.tokens);
  const leave = (as: Person) => t.send(account.deleteMyAccount, { as, body: { email: as.email } });
  const late = await signedInBefore(await person(), 11 * MINUTE);
  expect((await leave(late)).json()).toMatchObject({ status: 409, code: "signInAgain" });
  expect((await t.send(account.getMyAccount, { as: late })).statusCode).toBe(200);
  expect((await leave(await signedInBefore(await person(), 9 * MINUTE))).statusCode).toBe(200);
});

test("a surveyor's own surveys require no recent sign-in, the same request by an admin does", async () => {
  const owner = await signedInBefore(await makePerson(t.database, t.tokens, { role: "surveyor" }), 13 * HOUR);
  const id = await t.makeSurvey(owner);
  const body = { Title: "Is it mine?", category: "Food Preparation", image: "https://example.org/picture.webp" };
  expect((await t.send(surveys.updateSurvey, { as: owner, params: { id }, body })).statusCode).toBe(200);
  const admin = await adminSince(13 * HOUR);
  expect(await t.refused(surveys.updateSurvey, { as: admin, params: { id }, body })).toMatchObject({
    code: "signInAgain",
  });
});

// Security: R41
test("signing in again lets an admin continue, with a session that replaces the old one", async () => {
  const admin = await adminWithPassword(13 * HOUR);
  const promotion = { params: { id: people.user.id }, body: undefined };
  const since = await logged();
  expect(await t.refused(users.setUserRole, { as: admin, ...promotion })).toMatchObject({ code: "signInAgain" });
  // A new token of the same session does not count as a sign-in.
  const renewed = { ...admin, token: await tokenBy(admin.cookie, admin.email) };
  expect(await t.refused(users.setUserRole, { as: renewed, ...promotion })).toMatchObject({ code: "signInAgain" });

  const headers = { cookie: admin.cookie };
  const again = await t.send(session.signIn, { body: { email: admin.email, password: PASSWORD }, headers });
  expect((await t.send(users.listUsers, { as: renewed })).statusCode).toBe(401);
  const fresh = { ...admin, token: await tokenBy(cookieOf(again), admin.email) };
  expect(await t.request(users.setUserRole, { as: fresh, ...promotion })).toEqual({ modifiedCount: 1 });
  expect(await logged()).toHaveLength(since.length + 1);

  expect((await t.send(session.getSession, { headers })).json()).toBeNull();
  expect(await sessionsOf(admin)).toHaveLength(1);
});

test("neither a wrong password nor a sign-in without a valid cookie replaces a session", async () => {
  const person = await signUp(t);
  const attempt = (password: string, headers: Record<string, string>) =>
    t.send(session.signIn, { body: { email: person.email, password }, headers });
  expect((await attempt("Wr0ng!word", { cookie: person.cookie })).statusCode).toBe(422);
  expect((await attempt(PASSWORD, {})).statusCode).toBe(200);
  expect((await attempt(PASSWORD, { cookie: `${person.cookie}x` })).statusCode).toBe(200);
  const other = await signUp(t);
  expect((await attempt(PASSWORD, { cookie: other.cookie })).statusCode).toBe(200);
  for (const as of [person, other])
    expect((await t.send(users.getUser, { as, params: { email: as.email } })).statusCode).toBe(200);
  expect(await sessionsOf(person)).toHaveLength(4);
});

/** An admin with a password, who signed in this long ago. */
async function adminWithPassword(ms: number) {
  const account = await signedInBefore(await signUp(t, { name: "Alma Admin" }), ms);
  await t.request(users.setUserRole, { as: people.admin, params: { id: account.id }, body: { role: "admin" } });
  const { email } = account;
  const response = await t.send(session.createAccessToken, { body: { email }, headers: { cookie: account.cookie } });
  // A new role brings a new cookie (renewal.engines.test.ts).
  return { ...account, ...response.json<{ token: string }>(), cookie: cookieOf(response) };
}

const logged = (): Promise<AuditEvent[]> => t.request(auditLog, { as: people.admin, query: { limit: 100 } });

async function tokenBy(cookie: string, email: string): Promise<string> {
  return (await t.send(session.createAccessToken, { body: { email }, headers: { cookie } })).json<{ token: string }>()
    .token;
}

const sessionsOf = ({ id }: Person) =>
  t.database.db.selectFrom("sessions").select("id").where("user_id", "=", id).execute();
