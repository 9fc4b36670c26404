import { endpoints } from "@survey-app/contract/endpoints.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";
import { PUBLIC_URL } from "../testing/testConfig.ts";

const API_ORIGIN = "http://localhost:4000";
const OTHER = "https://app.example";
const LATEST = "/api/letest/surveyor";
const ALLOW = "access-control-allow-origin";

/** Origins that are not listed, some of them similar to listed ones. */
const HOSTILE = [
  "null",
  "https://evil.example",
  "http://app.example",
  "https://app.example:444",
  "https://app.example.evil.example",
  "https://evil-app.example",
  "https://APP.example",
  "https://app.example/",
  `${OTHER}, ${PUBLIC_URL}`,
  "*",
];

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** The server listens, because injected requests bypass the CORS handler. */
let url: string;
beforeAll(async () => {
  t = await testApp({
    apiBase: `${API_ORIGIN}/api`,
    corsOrigins: [PUBLIC_URL, OTHER],
    google: { id: "an-id", secret: "a-secret" },
  });
  people = await createUsersOfEveryRole(t.database, t.tokens);
  url = await t.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => t.close());

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function ask(path: string, options: RequestOptions) {
  const response = await fetch(url + path, { redirect: "manual", ...options });
  const headers: Record<string, string | undefined> = Object.fromEntries(response.headers);
  return { statusCode: response.status, headers, answered: response };
}

const get = (origin?: string, path = LATEST) => ask(path, { headers: { ...(origin && { origin }) } });

function preflight(origin: string) {
  const requested = { "access-control-request-method": "POST", "access-control-request-headers": "authorization" };
  return ask("/api/serveyVoting", { method: "OPTIONS", headers: { origin, ...requested } });
}

test("a listed origin's preflight allows what its pages send", async () => {
  for (const origin of [PUBLIC_URL, OTHER]) {
    const { statusCode, headers } = await preflight(origin);
    expect([statusCode, headers[ALLOW], headers["access-control-allow-credentials"]]).toEqual([204, origin, "true"]);
    const methods = new Set([...endpoints.values()].map(({ method }) => method));
    expect(headers["access-control-allow-methods"]?.split(", ").toSorted()).toEqual([...methods].toSorted());
    expect(methods).toContain("PUT");
    for (const name of ["authorization", "content-type"])
      expect(headers["access-control-allow-headers"]).toContain(name);
    expect(headers.vary).toMatch(/\borigin\b/);
  }
});

// Security: R17
test.each(HOSTILE)("the unlisted origin %s doesn't get CORS headers and can't change anything", async (origin) => {
  const refused = await preflight(origin);
  expect(refused.statusCode).toBe(405);
  const post = await ask("/api/serveyVoting", {
    method: "POST",
    headers: { origin, authorization: `Bearer ${people.user.token}`, "content-type": "application/json" },
    body: JSON.stringify({ SurveyID: "none", vote: 1 }),
  });
  expect(await post.answered.json()).toMatchObject({ status: 403, code: "originRefused" });
  for (const response of [refused, post, await get(origin), await get(origin, "/api/none")]) {
    const sent = Object.keys(response.headers).filter((name) => name.startsWith("access-control-"));
    expect(sent).toEqual([]);
    expect(response.headers.vary).toMatch(/\borigin\b/);
  }
});

test("a cached response has the CORS headers of its own requester only", async () => {
  await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  for (const first of [OTHER, PUBLIC_URL, undefined, "https://evil.example"]) {
    const path = `${LATEST}?first=${first}`;
    for (const origin of [first, PUBLIC_URL, undefined, OTHER, "https://evil.example", OTHER]) {
      const { headers, statusCode } = await get(origin, path);
      const isAllowed = origin === PUBLIC_URL || origin === OTHER;
      expect([statusCode, headers[ALLOW]]).toEqual([200, isAllowed ? origin : undefined]);
      expect(headers.vary).toMatch(/\borigin\b/);
    }
  }
});

test("pages of a listed origin can read lists, errors and streams", async () => {
  const found = await get(OTHER, "/api/allSuryesPage?limit=1");
  const exposed = String(found.headers["access-control-expose-headers"]).toLowerCase().split(", ");
  for (const name of ["link", "x-total-count", "retry-after", "etag"]) expect(exposed).toContain(name);
  expect(await get(OTHER, "/api/none")).toMatchObject({ statusCode: 404, headers: { [ALLOW]: OTHER } });
  expect(await get(OTHER, "/api/user/a@example.org")).toMatchObject({ statusCode: 401, headers: { [ALLOW]: OTHER } });
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const stream = await get(OTHER, urlOf(votes.streamSurveyTotals, { params: { id } }));
  expect(stream).toMatchObject({ statusCode: 200, headers: { [ALLOW]: OTHER } });
  await stream.answered.body?.cancel();
});

test("pages of a listed origin can change their user's data, but can't read our HTML pages", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const headers = { origin: PUBLIC_URL, "sec-fetch-site": "same-site" };
  const voted = await t.send(votes.castVote, { as: people.user, headers, body: { SurveyID: id, vote: 1 } });
  expect(voted.statusCode).toBe(200);
  expect((await get(OTHER, "/")).headers[ALLOW]).toBeUndefined();
});

test("signing in through a provider starts at the API's host and ends on the pages' origin", async () => {
  const body = { provider: "google", callbackURL: "/surveysPages" };
  const { url } = (await t.send(session.signInWithProvider, { body })).json();
  expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${API_ORIGIN}/api/auth/callback/google`);
  const back = await get(undefined, "/api/auth/callback/google?state=unknown&code=x");
  expect(back.statusCode).toBe(302);
  expect(back.headers.location).toMatch(new RegExp(`^${PUBLIC_URL}/login\\?with=google&error=`));
});

// Security: R17
test("no origin gets CORS headers if none is listed", async () => {
  const plain = await testApp();
  for (const origin of [PUBLIC_URL, OTHER]) {
    const response = await plain.app.inject({ url: urlOf(surveys.listLatestSurveys, {}), headers: { origin } });
    expect(Object.keys(response.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
  await plain.close();
});
