import * as account from "@survey-app/contract/account/account.ts";
import { requestSignUpLink } from "@survey-app/contract/session/registration.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { PASSWORD, signUp, signUpBody } from "../testing/accounts.ts";
import { type MailedApp, startMailedApp } from "../testing/mailedApp.ts";
import { testApp } from "../testing/testApp.ts";

const CLASS = 35;
const HOUR_MS = 3_600_000;

let t: MailedApp;
let unknown = 0;
beforeAll(async () => {
  t = await startMailedApp({ limits: true, trustProxy: 1 });
});
// Time stands still, so that on a busy machine all requests fall into one window.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());
afterAll(() => t.close());

const from = (address: string) => ({ "x-forwarded-for": address });
const all = <T>(count: number, send: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));
/** How many of these responses have each status. */
const countStatuses = (responses: { statusCode: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ statusCode }) => statusCode)].map(([status, { length }]) => [status, length]),
  );
const reset = (email: string, address: string) =>
  t.send(account.requestPasswordReset, { body: { email }, headers: from(address) });
/** Opens a link that never existed. */
const openUnknown = (address: string) =>
  t.send(account.verifyEmail, {
    body: { token: String(unknown++).padStart(43, "x") },
    headers: from(address),
  });

test("a class behind one address signs up, signs in, confirms and asks for links within ten minutes", async () => {
  const headers = from("192.0.2.1");
  const pupils = Array.from({ length: CLASS }, () => signUpBody());
  expect(countStatuses(await all(CLASS, (index) => t.send(session.signUp, { body: pupils[index], headers })))).toEqual({
    200: CLASS,
  });
  const credentials = pupils.map(({ email, password }) => ({ email, password }));
  // Half of them mistype the password first.
  for (const [index, body] of credentials.entries()) {
    if (index % 2) await t.send(session.signIn, { body: { ...body, password: "Not this 1!" }, headers });
    expect((await t.send(session.signIn, { body, headers })).statusCode).toBe(200);
  }
  const tokens: string[] = [];
  for (const { email } of pupils) tokens.push(await t.tokenFor(email, /Confirm your email/));
  // Many click twice, so that the second link is spent.
  for (const turn of [1, 2])
    for (const token of turn === 1 ? tokens : tokens.slice(0, 25))
      expect((await t.send(account.verifyEmail, { body: { token, password: PASSWORD }, headers })).statusCode).toBe(
        turn === 1 ? 200 : 422,
      );
  expect(countStatuses(await all(CLASS, (index) => reset(pupils[index]?.email ?? "", "192.0.2.1")))).toEqual({
    200: CLASS,
  });
});

// Security: H10
test("one network creates 120 accounts an hour and 400 a day; requests that don't create one don't count for the day", async () => {
  const headers = from("192.0.2.2");
  const send = (body: object) => t.send(session.signUp, { body: body as never, headers });
  const taken = (await signUp(t)).email;
  let created = 0;
  // An hour's requests with an address that has an account.
  expect(countStatuses(await all(120, () => send(signUpBody({ email: taken }))))).toEqual({ 422: 120 });
  const refused = (await send(signUpBody())).json();
  expect(refused).toMatchObject({ status: 429, code: "tooFast", minutes: 60 });
  expect(refused.detail).toBe("Too many requests. Try again in 60 minutes.");
  // As if an earlier hour had created all accounts that are allowed, except one.
  vi.setSystemTime(Date.now() + HOUR_MS + 1000);
  await t.database.db.deleteFrom("rate_limit_counts").where("key", "like", "POST /auth/sign-up/%").execute();
  const key = "accounts 192.0.2.2";
  const counts = () => t.database.db.selectFrom("rate_limit_counts").select("used").where("key", "=", key);
  expect(Number((await counts().executeTakeFirst())?.used)).toBe(0);
  await t.database.db.updateTable("rate_limit_counts").set({ used: 399 }).where("key", "=", key).execute();
  for (const response of await all(3, () => send(signUpBody()))) created += response.statusCode === 200 ? 1 : 0;
  expect(created).toBe(1);
  expect((await t.send(session.signUp, { body: signUpBody(), headers: from("192.0.2.3") })).statusCode).toBe(200);
});

// Security: H10
test("a network asks three times an hour for links to one address, and its owner can still ask from elsewhere", async () => {
  const { email } = await signUp(t);
  expect(countStatuses(await all(10, () => reset(email, "198.51.100.1")))).toEqual({ 200: 3, 429: 7 });
  expect((await reset(email.toUpperCase(), "198.51.100.1")).statusCode).toBe(429);
  const response = await reset(email, "198.51.100.1");
  expect(response.json().minutes).toBeGreaterThan(50);
  expect((await reset(email, "198.51.100.2")).statusCode).toBe(200);
  // The links to create an account share the count: all of them reach the same mailbox.
  const link = { body: { email, returnTo: "/" }, headers: from("198.51.100.1") };
  expect((await t.send(requestSignUpLink, link)).statusCode).toBe(429);
  // An IPv6 site has as much as two of its networks, however many it has.
  const asked = await all(20, (index) => reset(email, `2001:db8:1:${index.toString(16)}::1`));
  expect(countStatuses(asked)).toEqual({ 200: 6, 429: 14 });
  expect(countStatuses(await all(130, (index) => reset(`p${index}@example.org`, "198.51.100.3")))).toEqual({
    200: 120,
    429: 10,
  });
});

// Security: H10
test("30 unknown links an hour are answered, and after more of them others behind the same address still open theirs", async () => {
  const { email } = await signUp(t);
  const token = await t.tokenFor(email, /Confirm your email/);
  const address = "203.0.113.1";
  expect(countStatuses(await all(40, () => openUnknown(address)))).toEqual({ 422: 30, 429: 10 });
  const body = { token, password: PASSWORD };
  expect((await t.send(account.verifyEmail, { body, headers: from(address) })).statusCode).toBe(200);
  // An IPv6 site tries as many as two of its networks.
  const tried = await all(100, (index) => openUnknown(`2001:db8:2:${index.toString(16)}::1`));
  expect(countStatuses(tried)).toEqual({ 422: 60, 429: 40 });
});

test("LIMITS_FACTOR multiplies what a network may send, and not what an account may", async () => {
  const wide = await testApp({ limits: true, trustProxy: 1, limitsFactor: 3 });
  try {
    const send = (index: number) =>
      wide.send(account.requestPasswordReset, {
        body: { email: `p${index}@example.org` },
        headers: from("192.0.2.1"),
      });
    expect(countStatuses(await all(370, send))).toEqual({ 200: 360, 429: 10 });
    const as = await signUp(wide);
    const asked = await all(7, () => wide.send(account.requestEmailVerification, { as }));
    expect(countStatuses(asked)).toEqual({ 200: 5, 429: 2 });
  } finally {
    await wide.close();
  }
});
