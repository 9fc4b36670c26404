import { requestPasswordReset } from "@survey-app/contract/account.ts";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Account, signUp } from "../testing/accounts.ts";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";

/** What SECURITY 10 wants limited, written down a second time. A comment comes with its vote. */
const LIMITED = [
  "session.createAccessToken",
  "session.signIn",
  "session.signUp",
  "session.signInWithProvider",
  "session.signOut",
  "account.requestPasswordReset",
  "account.resetPassword",
  "account.verifyEmail",
  "account.requestEmailVerification",
  "account.changePassword",
  "account.changeEmail",
  "account.revokeMySession",
  "account.revokeMyOtherSessions",
  "account.exportMyData",
  "users.updateMyProfile",
  "surveys.createSurvey",
  "surveys.updateSurvey",
  "votes.castVote",
  "votes.reportSurvey",
  "payments.createPaymentIntent",
  "payments.confirmPayment",
  "payments.cancelPayment",
  "images.uploadImage",
  "surveys.listPublishedSurveys",
  "surveys.listAllSurveys",
  "images.deleteImage",
];

let t: TestApp;
let person: Account;
beforeAll(async () => {
  // Minutes don't end while a busy machine works: what is counted here, all of it falls into one window.
  vi.useFakeTimers({ toFake: ["Date"] });
  t = await testApp({ limits: true });
  person = await signUp(t);
  await t.database.db.updateTable("users").set({ role: "surveyor" }).where("id", "=", person.id).execute();
  await new Promise((resolve) => setTimeout(resolve, 1001)); // roles are believed for a second
});
afterAll(async () => {
  await t.close();
  vi.useRealTimers();
});

// Security: H10, R14
test.each(LIMITED)(
  "%s lets its number through, of however many at once, and tells the others when to come back",
  async (name) => {
    const endpoint = endpoints.get(name);
    if (!endpoint?.rateLimit) throw new Error(`${name} has no limit`);
    const { max, seconds } = endpoint.rateLimit;
    // Counted before the body is read: nothing right needs to be sent.
    const headers = { ...(endpoint.access === "cookie" && { cookie: person.cookie }), "x-forwarded-for": "192.0.2.1" };
    const send = () =>
      t.send(endpoint, {
        as: person,
        headers,
        params: { id: "x" },
        ...(endpoint.method !== "GET" && { body: {} }),
        ...(endpoint.rateLimit?.only === "searches" && { query: { q: "word" } }),
      });
    const answers = await Promise.all(Array.from({ length: max + 20 }, send));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    // Signing up made a token, and was a sign-up: from the same address, so the token of now buys none.
    const before = name === "session.signUp" || name === "session.createAccessToken" ? 1 : 0;
    expect(answers.length - refused.length).toBe(max - before);
    for (const { headers: told } of refused) {
      expect(Number(told["retry-after"])).toBeGreaterThan(0);
      expect(Number(told["retry-after"])).toBeLessThanOrEqual(seconds);
    }
  },
);

// Security: F08
test("an IPv6 site makes as many calls as two of its networks, however many it has; other sites make their own", async () => {
  const send = (remoteAddress: string) =>
    t.app.inject({ method: "POST", url: urlOf(requestPasswordReset, {}), remoteAddress, payload: {} });
  const max = 2 * (requestPasswordReset.rateLimit?.max ?? 0);
  const answers = await Promise.all(
    Array.from({ length: max + 20 }, (_, at) => send(`2001:db8:7:${at.toString(16)}::1`)),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(20);
  for (const { headers } of refused) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect((await send("2001:db8:8::1")).statusCode).toBe(422);
  // Once the site is over, a network of it that was never seen is not even counted.
  const counted = () => t.database.db.selectFrom("call_counts").select("key").execute();
  const before = (await counted()).length;
  expect((await send("2001:db8:7:ffff::1")).statusCode).toBe(429);
  expect(await counted()).toHaveLength(before);
});

test("lists without a search are not counted as searches", async () => {
  const headers = { "x-forwarded-for": "192.0.2.7" };
  const answers = await Promise.all(
    Array.from({ length: (surveys.listPublishedSurveys.rateLimit?.max ?? 0) + 20 }, () =>
      t.send(surveys.listPublishedSurveys, { headers }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
});

test("reads that have to be worked out are limited for each network; what is kept is not counted", async () => {
  const read = (path: string, remoteAddress: string, headers = {}) =>
    t.app.inject({ url: `/api${path}`, remoteAddress, headers }).then(({ statusCode }) => statusCode);
  const statuses: number[] = [];
  for (let batch = 0; batch < 19; batch++) {
    const ids = Array.from({ length: 100 }, (_, at) => `/surveyor/none-${batch}-${at}`);
    statuses.push(...(await Promise.all(ids.map((path) => read(path, "192.0.2.11")))));
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(1800);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  // Another network's reads are its own, and a token that is none is no way around.
  expect(await read("/surveyor/none", "192.0.2.12")).toBe(404);
  expect(await read("/surveyor/none", "192.0.2.11", { authorization: "Bearer none" })).toBe(429);
  // An answer is kept for a few seconds, in which a busy machine may not get to the second request.
  await vi.waitFor(async () => {
    await read("/letest/surveyor", "192.0.2.12");
    expect(await read("/letest/surveyor", "192.0.2.11")).toBe(200);
  }, 50_000);
}, 120_000);
