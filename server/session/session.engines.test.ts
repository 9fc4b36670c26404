import * as session from "@survey-app/contract/session.ts";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { countRows } from "../testing/countRows.sql.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});

afterAll(() => t.close());

const PASSWORD = "Kettle-on7!";
let email: string;

beforeEach(() => {
  email = `${crypto.randomUUID()}@example.org`;
});

const account = (form: object = {}) => ({ name: "Nora New", email, password: PASSWORD, ...form });
const signUp = (form: object = {}) => t.send(session.signUp, { body: account(form) });
const signIn = (form: object = {}) => t.send(session.signIn, { body: { email, password: PASSWORD, ...form } });

/** The cookies of a response, as a browser would send them back. */
const cookieOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");

test("signing up stores the account, returns the user and signs in", async () => {
  const response = await signUp({ image: "https://example.org/nora.png" });
  expect(response.statusCode, response.payload).toBe(200);
  const identity = { id: expect.any(String), email, displayName: "Nora New", photoURL: "https://example.org/nora.png" };
  expect(response.json()).toEqual({ user: identity });
  const current = await t.send(session.getSession, { headers: { cookie: cookieOf(response) } });
  expect(current.json()).toEqual({ user: identity });
});

test("an email address has one account, in any case; a second one gets 422 at the field", async () => {
  await signUp({ email: email.toUpperCase() });
  expect((await signIn({ email: `  ${email.toUpperCase()} ` })).json()).toMatchObject({ user: { email } });
  const before = await countRows(t.database);
  const again = await signUp({ password: "0ther!Kettle-on" });
  expect(again.json()).toMatchObject({ status: 422, code: "emailTaken", errors: [{ field: "email" }] });
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
  const own = await testApp({}, undefined, { passwords: undefined });
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
