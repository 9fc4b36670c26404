import { createHash } from "node:crypto";
import * as session from "@survey-app/contract/session/session.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { cookieOf, PASSWORD, signUpBody } from "../testing/accounts.ts";
import { countRows } from "../testing/countRows.sql.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { findPasswordHash, insertIdentity, setPassword } from "./accounts.sql.ts";

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});

afterAll(() => t.close());

let email: string;

beforeEach(() => {
  email = `${crypto.randomUUID()}@example.org`;
});

const account = (form: object = {}) => signUpBody({ email, ...form });
const signUp = (form: object = {}) => t.send(session.signUp, { body: account(form) });
const signIn = (form: object = {}) => t.send(session.signIn, { body: { email, password: PASSWORD, ...form } });

const jwt = (cookie: string | undefined, body: object = { email }) =>
  t.send(session.createAccessToken, { body, ...(cookie !== undefined && { headers: { cookie } }) });

async function tokenOf(cookie: string): Promise<Pick<Person, "token">> {
  return (await jwt(cookie)).json();
}

test("signing up stores the account, returns the user and signs in", async () => {
  const response = await signUp({ image: "https://example.org/nora.png" });
  expect(response.statusCode, response.payload).toBe(200);
  const identity = { id: expect.any(String), email, displayName: "Nora New", photoURL: "https://example.org/nora.png" };
  expect(response.json()).toEqual({ user: identity });
  const current = await t.send(session.getSession, { headers: { cookie: cookieOf(response) } });
  expect(current.json()).toEqual({ user: identity });
});

test.each([undefined, null, "", "  "])("signing up requires a photo, as the form does (%j)", async (image) => {
  const response = await signUp({ image });
  expect(response.json()).toMatchObject({
    status: 422,
    code: "badInput",
    errors: [{ field: "image", message: "Photo URL is required", code: "photo.required" }],
  });
  expect(response.cookies).toEqual([]);
});

test("an email address has one account, in any case; a second one gets 422 at the field", async () => {
  await signUp({ email: email.toUpperCase() });
  expect((await signIn({ email: `  ${email.toUpperCase()} ` })).json()).toMatchObject({ user: { email } });
  const before = await countRows(t.database);
  const again = await signUp({ password: "0ther!Kettle-on" });
  expect(again.json()).toMatchObject({
    status: 422,
    code: "emailTaken",
    errors: [{ field: "email", code: "email.taken" }],
  });
  expect(again.cookies).toEqual([]);
  expect(await countRows(t.database)).toEqual(before);
});

test("of eight concurrent sign-ups for one address one succeeds, the others get 422", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => signUp()));
  const statuses = answers.map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([200, ...Array(7).fill(422)]);
  for (const response of answers.filter(({ statusCode }) => statusCode === 422)) {
    expect(response.json()).toMatchObject({ code: "emailTaken" });
  }
  expect((await signIn()).statusCode).toBe(200);
});

// Security: H15, R49
test("passwords are stored as salted argon2id with 19 MiB and two passes, and responses contain no secret", async () => {
  // Hashes passwords as production does; the other tests use a cheaper setting.
  const own = await testApp({}, { passwords: undefined });
  onTestFinished(() => own.close());
  const answers = [
    await own.send(session.signUp, { body: account() }),
    await own.send(session.signIn, { body: { email, password: PASSWORD } }),
  ];
  answers.push(await own.send(session.getSession, { headers: { cookie: cookieOf(answers[0] as never) } }));
  const { password } = await own.database.db
    .selectFrom("accounts")
    .innerJoin("users", "users.id", "accounts.user_id")
    .select("accounts.password")
    .where("users.email", "=", email)
    .executeTakeFirstOrThrow();
  expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  for (const response of answers) {
    expect(Object.keys(response.json().user).sort()).toEqual(["displayName", "email", "id", "photoURL"]);
    expect(response.payload).not.toMatch(/argon2|password|token/i);
    expect(response.headers["cache-control"]).toBe("no-store");
  }
});

// Security: H04
test("a new account is a plain user, whatever role, status or membership is sent", async () => {
  const response = await signUp({ role: "admin", status: "Admin", emailVerified: true, isMember: true, id: "chosen" });
  const as = (await tokenOf(cookieOf(response))) as Person;
  const user = await t.request(users.getUser, { as, params: { email } });
  expect(user).toMatchObject({ role: "user", isMember: false, status: "Verified" });
  expect(user._id).not.toBe("chosen");
});

test("signing in with the right password sets one cookie: HttpOnly, SameSite=Lax, for the whole site", async () => {
  await signUp();
  const response = await signIn();
  expect(response.statusCode).toBe(200);
  expect(response.cookies).toHaveLength(1);
  expect(response.cookies[0]).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(response.cookies[0]).not.toHaveProperty("domain");
  expect(response.cookies[0]).not.toHaveProperty("secure");
});

test("the user record is confirmed with the session alone, before there is a token", async () => {
  const { id } = (await signUp()).json<{ user: { id: string } }>().user;
  const cookie = cookieOf(await signIn());
  const record = (headers: Record<string, string>, body: object = { email }) =>
    t.send(users.recordUser, { headers, body: { name: "Nora New", role: "user", status: "Verified", ...body } });
  // A client that reads its token before it has one sends "null" or "undefined".
  for (const authorization of [undefined, "Bearer null", "Bearer undefined", "Bearer"]) {
    const response = await record({ cookie, ...(authorization !== undefined && { authorization }) });
    expect([response.statusCode, response.json()]).toEqual([200, { insertedId: id }]);
  }
  expect((await record({ cookie }, { email: "other@example.org" })).json()).toMatchObject({ code: "notYou" });

  const { token } = await tokenOf(cookie);
  await t.send(session.signOut, { headers: { cookie } });
  for (const headers of [{ cookie }, { cookie, authorization: `Bearer ${token}` }, {}] as Record<string, string>[])
    expect((await record(headers)).statusCode).toBe(401);
});

test("a session alone is no token: other requests need one, and a token counts before the session", async () => {
  await signUp();
  const cookie = cookieOf(await signIn());
  expect((await t.send(users.getUser, { params: { email }, headers: { cookie } })).statusCode).toBe(401);
  const other = await makePerson(t.database, t.tokens);
  const headers = { cookie, authorization: `Bearer ${other.token}` };
  expect((await t.send(users.recordUser, { headers, body: { email } })).json()).toMatchObject({ code: "notYou" });
  const own = await t.send(users.recordUser, { headers, body: { email: other.email } });
  expect(own.json()).toEqual({ insertedId: other.id });
});

// Security: R15
test("under https the cookie is Secure and __Host-, so no other site and no plain connection can set or read it", async () => {
  const https = await testApp({ publicUrl: "https://survey.example" });
  try {
    const response = await https.send(session.signUp, { body: account() });
    expect(response.cookies).toMatchObject([
      { name: expect.stringMatching(/^__Host-/), secure: true, httpOnly: true, sameSite: "Lax", path: "/" },
    ]);
    expect(response.cookies[0]).not.toHaveProperty("domain");
    const headers = { cookie: cookieOf(response) };
    expect((await https.send(session.getSession, { headers })).json()).toMatchObject({ user: { email } });
    expect((await https.send(session.createAccessToken, { headers, body: { email } })).statusCode).toBe(200);
    const out = await https.send(session.signOut, { headers });
    expect(out.cookies.every((cookie) => cookie.secure && cookie.path === "/")).toBe(true);
    expect((await https.send(session.getSession, { headers })).json()).toBeNull();
  } finally {
    await https.close();
  }
});

// Security: R41
test("the database stores a hash of the cookie's token, from which the cookie can't be derived", async () => {
  const cookie = cookieOf(await signUp());
  const token = decodeURIComponent(cookie).split("=")[1]?.split(".")[0] ?? "";
  const stored = await t.database.db.selectFrom("sessions").select("token").execute();
  expect(token.length).toBeGreaterThanOrEqual(22);
  expect(stored.map((session) => session.token)).not.toContain(token);
  expect(stored.map((session) => session.token)).toContain(createHash("sha256").update(token).digest("base64url"));
});

// Security: R42
test("a session stays valid for seven days after its last use, then ends", async () => {
  const cookie = cookieOf(await signUp());
  const age = (days: number) =>
    t.database.db
      .updateTable("sessions")
      .set({ expires_at: Date.now() + (7 - days) * DAY_MS })
      .execute();
  const current = async () => (await t.send(session.getSession, { headers: { cookie } })).json();
  await age(6.9);
  expect(await current()).toMatchObject({ user: { email } });
  const [{ expires_at } = { expires_at: 0 }] = await t.database.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select("sessions.expires_at")
    .where("users.email", "=", email)
    .execute();
  expect(new Date(expires_at).getTime()).toBeGreaterThan(Date.now() + 6.9 * DAY_MS);
  await age(7.1);
  expect(await current()).toBeNull();
});

test("a missing, broken, truncated or forged cookie never signs in", async () => {
  const cookie = cookieOf(await signUp());
  const broken = [
    undefined,
    "",
    "survey-app.session_token=",
    "survey-app.session_token=a.b",
    cookie.slice(0, -10),
    `x${cookie}`,
    "survey-app.session_token=%00%ff",
  ];
  for (const sent of broken) {
    const headers: Record<string, string> = sent === undefined ? {} : { cookie: sent };
    const current = await t.send(session.getSession, { headers });
    expect([current.statusCode, current.json()], sent).toEqual([200, null]);
    const refused = await jwt(sent);
    expect([refused.statusCode, refused.json().code], sent).toEqual([401, "signInRequired"]);
  }
});

test("a token is issued for the session's own email address, in any case, and not for any other", async () => {
  const cookie = cookieOf(await signUp());
  expect((await jwt(cookie, { email: email.toUpperCase() })).json()).toEqual({
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
  const other = await jwt(cookie, { email: "admin@example.com" });
  expect([other.statusCode, other.json().code]).toEqual([403, "notYou"]);
  expect((await jwt(cookie, {})).statusCode).toBe(422);
});

// Security: H01, R43
test("signing out ends the session and its tokens immediately; other sessions stay valid", async () => {
  await signUp();
  const [here, there] = [await signIn(), await signIn()].map(cookieOf) as [string, string];
  const [token, otherToken] = [await tokenOf(here), await tokenOf(there)] as [Person, Person];
  expect((await t.send(users.getUser, { as: token, params: { email } })).statusCode).toBe(200);
  const out = await t.send(session.signOut, { headers: { cookie: here } });
  expect(out.json()).toEqual({ success: true });
  expect(out.cookies[0]).toMatchObject({ value: "", maxAge: 0 });
  expect((await t.send(users.getUser, { as: token, params: { email } })).statusCode).toBe(401);
  expect((await t.send(session.getSession, { headers: { cookie: here } })).json()).toBeNull();
  expect((await jwt(here)).statusCode).toBe(401);
  expect((await t.send(users.getUser, { as: otherToken, params: { email } })).statusCode).toBe(200);
  expect((await t.send(session.signOut, {})).json()).toEqual({ success: true });
});

// Security: H11
test("wrong credentials are 422 with the spec's sentence, alike for known and unknown addresses", async () => {
  await signUp();
  const wrong = [
    await signIn({ password: "Wr0ng!word" }),
    await signIn({ email: `x${email}` }),
    await signIn({ password: "" }),
  ];
  const [known] = wrong.map((response) => ({ ...response.json(), requestId: "", statusCode: response.statusCode }));
  expect(known).toMatchObject({
    status: 422,
    code: "wrongCredentials",
    detail: "your email and password should match with the registered email and password If it doesnt match.",
  });
  for (const response of wrong) {
    expect({ ...response.json(), requestId: "", statusCode: response.statusCode }).toEqual(known);
    expect(response.cookies).toEqual([]);
    expect(Object.keys(response.headers).sort()).toEqual(Object.keys(wrong[0]?.headers ?? {}).sort());
  }
});

test.each([
  ["", "Password is required"],
  ["Ab1!x", "Password must be 6 characters"],
  ["Ab1!xAb1!xAb1!xAb1!xA", "Password must be less than 20 characters"],
  ["password1!", "Password must have one Uppercase one lower case, one number and one special character."],
  ["PASSWORD1!", "Password must have one Uppercase one lower case, one number and one special character."],
  ["Password!", "Password must have one Uppercase one lower case, one number and one special character."],
  ["Password1", "Password must have one Uppercase one lower case, one number and one special character."],
  ["Password1?", "Password must have one Uppercase one lower case, one number and one special character."],
])("the password %j is rejected: %s", async (password, message) => {
  const response = await signUp({ password });
  expect(response.json()).toMatchObject({ status: 422, errors: [{ field: "password", message }] });
});

test("a missing password is required, too", async () => {
  expect((await signUp({ password: undefined })).json()).toMatchObject({
    status: 422,
    errors: [{ field: "password", message: "Password is required" }],
  });
});

// Security: R34
test.each(["Ab1!xx", "Ab1!xAb1!xAb1!xAb1!x", "Ä b1!\u{1F600}Bx", "Ab1@ #$&*"])(
  "the password %j is accepted unchanged",
  async (password) => {
    expect((await signUp({ password })).statusCode).toBe(200);
    expect((await signIn({ password })).statusCode).toBe(200);
    for (const other of [` ${password}`, `${password} `, password.toLowerCase(), password.slice(0, -1)]) {
      expect((await signIn({ password: other })).json(), other).toMatchObject({ code: "wrongCredentials" });
    }
  },
);

test("a password of 200 characters is compared, whatever its number of code units", async () => {
  for (const password of ["x".repeat(200), "\u{1F44D}".repeat(200)])
    expect((await signIn({ password })).json()).toMatchObject({ code: "wrongCredentials" });
  expect((await signIn({ password: "\u{1F44D}".repeat(201) })).json()).toMatchObject({ code: "badInput" });
});

test("the password of an account that also signs in through a provider is found, whichever came first", async () => {
  const person = await makePerson(t.database, t.tokens);
  await insertIdentity(t.database, person.id, { provider: "google", subject: person.id });
  await setPassword(t.database, person.id, "a hash");
  expect(await findPasswordHash(t.database, person.id)).toBe("a hash");
});
