import { listMySessions, requestPasswordReset } from "@survey-app/contract/account/account.ts";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Account, signUp } from "../testing/accounts.ts";
import { makePerson } from "../testing/people.ts";
import { insertSurveyRows } from "../testing/surveyRows.sql.ts";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";
import { waitFor } from "../testing/waitFor.ts";

/** The limits of security requirement H10, written independently of the contract. A comment is sent with its vote. */
const LIMITED = [
  "session.createAccessToken",
  "session.signIn",
  "session.signUp",
  "session.signInWithProvider",
  "session.signOut",
  "account.requestPasswordReset",
  "account.checkResetLink",
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
  "shortAddresses.renewShortAddress",
  "votes.castVote",
  "votes.reportSurvey",
  "invitations.openInvitation",
  "invitations.addInvitations",
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
  // The clock stands still, so that on a busy machine all requests fall into one window.
  vi.useFakeTimers({ toFake: ["Date"] });
  t = await testApp({ limits: true });
  person = await signUp(t);
  await t.database.db.updateTable("users").set({ role: "surveyor" }).where("id", "=", person.id).execute();
  await new Promise((resolve) => setTimeout(resolve, 1001)); // roles are cached for a second
});
afterAll(async () => {
  await t.close();
  vi.useRealTimers();
});

// Security: H10, R14
test.each(LIMITED)(
  "of concurrent requests %s allows its number, and the others get 429 with Retry-After",
  async (name) => {
    const endpoint = endpoints.get(name);
    if (!endpoint?.rateLimit) throw new Error(`${name} has no limit`);
    const { max, seconds } = endpoint.rateLimit;
    // Requests are counted before the body is read, so an invalid one is enough.
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
    // The sign-up in `beforeAll` already counted once for both endpoints, because it came from the same address.
    const before = name === "session.signUp" || name === "session.createAccessToken" ? 1 : 0;
    expect(answers.length - refused.length).toBe(max - before);
    for (const { headers } of refused) {
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(seconds);
    }
  },
);

// Security: F08
test("an IPv6 site may make as many requests as two of its networks; other sites have their own limits", async () => {
  const send = (remoteAddress: string) =>
    t.app.inject({ method: "POST", url: urlOf(requestPasswordReset, {}), remoteAddress, payload: {} });
  const max = 2 * (requestPasswordReset.rateLimit?.max ?? 0);
  const answers = await Promise.all(
    Array.from({ length: max + 20 }, (_, index) => send(`2001:db8:7:${index.toString(16)}::1`)),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(20);
  for (const { headers } of refused) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect((await send("2001:db8:8::1")).statusCode).toBe(422);
  // Once the site is over its limit, its other networks aren't even counted.
  const counted = () => t.database.db.selectFrom("rate_limit_counts").select("key").execute();
  const before = (await counted()).length;
  expect((await send("2001:db8:7:ffff::1")).statusCode).toBe(429);
  expect(await counted()).toHaveLength(before);
});

test("lists without a search don't count as searches", async () => {
  const headers = { "x-forwarded-for": "192.0.2.7" };
  const answers = await Promise.all(
    Array.from({ length: (surveys.listPublishedSurveys.rateLimit?.max ?? 0) + 20 }, () =>
      t.send(surveys.listPublishedSurveys, { headers }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
});

test("reads that query the database are limited for each network; cached ones are not counted", async () => {
  const read = (path: string, remoteAddress: string, headers = {}) =>
    t.app.inject({ url: `/api${path}`, remoteAddress, headers }).then(({ statusCode }) => statusCode);
  const statuses: number[] = [];
  for (let batch = 0; batch < 19; batch++) {
    const ids = Array.from({ length: 100 }, (_, index) => `/surveyor/none-${batch}-${index}`);
    statuses.push(...(await Promise.all(ids.map((path) => read(path, "192.0.2.11")))));
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(1800);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  // Another network has its own limit, and an invalid token does not bypass it.
  expect(await read("/surveyor/none", "192.0.2.12")).toBe(404);
  expect(await read("/surveyor/none", "192.0.2.11", { authorization: "Bearer none" })).toBe(429);
  // A response is cached for a few seconds, which may pass on a busy machine before the second request.
  await waitFor(async () => {
    await read("/letest/surveyor", "192.0.2.12");
    expect(await read("/letest/surveyor", "192.0.2.11")).toBe(200);
  });
}, 120_000);

// Security: F09
test("a long response to an account counts as several of its reads", async () => {
  const as = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const draft = { owner_id: as.id, title: "A draft", category: "Cleaning Tools", image: "https://example.org/a.webp" };
  const rows = Array.from({ length: 100 }, () => ({
    ...draft,
    id: crypto.randomUUID(),
    description: "x".repeat(5000),
    search_text: "",
    status: surveys.WAITING,
    starts_at: 0,
    created_at: 0,
    updated_at: 0,
  }));
  await insertSurveyRows(t.database, rows);
  const query = { email: as.email, limit: 100 };
  // Leaves 50 of the 900 reads in a minute.
  for (let batch = 0; batch < 17; batch++)
    await Promise.all(Array.from({ length: 50 }, () => t.request(listMySessions, { as })));
  const statuses: number[] = [];
  for (let index = 0; index < 11; index++)
    statuses.push((await t.send(surveys.listMySurveys, { as, query })).statusCode);
  // Half a megabyte is five reads.
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
}, 60_000);
