import * as session from "@survey-app/contract/session.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import * as votes from "@survey-app/contract/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";
import { PUBLIC_URL } from "../testing/testConfig.ts";

const API_ORIGIN = "http://localhost:4000";
const OTHER = "https://app.example";
const LATEST = "/api/letest/surveyor";
const ALLOW = "access-control-allow-origin";

/** Origins that are not in the list, some of them nearly. */
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
/** Where the server listens: CORS comes before what requests without a connection reach. */
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

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function ask(path: string, asked: Asked) {
  const answered = await fetch(url + path, { redirect: "manual", ...asked });
  const headers: Record<string, string | undefined> = Object.fromEntries(answered.headers);
  return { statusCode: answered.status, headers, answered };
}

const get = (origin?: string, path = LATEST) => ask(path, { headers: { ...(origin && { origin }) } });

function preflight(origin: string) {
  const asked = { "access-control-request-method": "POST", "access-control-request-headers": "authorization" };
  return ask("/api/serveyVoting", { method: "OPTIONS", headers: { origin, ...asked } });
}

test("a listed origin's preflight is answered, with what its pages send", async () => {
  for (const origin of [PUBLIC_URL, OTHER]) {
    const { statusCode, headers } = await preflight(origin);
    expect([statusCode, headers[ALLOW], headers["access-control-allow-credentials"]]).toEqual([204, origin, "true"]);
    expect(headers["access-control-allow-methods"]).toBe("GET, POST, PATCH, DELETE");
    for (const name of ["authorization", "content-type"])
      expect(headers["access-control-allow-headers"]).toContain(name);
    expect(headers.vary).toMatch(/\borigin\b/);
  }
});

// Security: R17
test.each(HOSTILE)("the origin %s, which is not listed, is told nothing and changes nothing", async (origin) => {
  const refused = await preflight(origin);
  expect(refused.statusCode).toBe(405);
  const post = await ask("/api/serveyVoting", {
    method: "POST",
    headers: { origin, authorization: `Bearer ${people.user.token}`, "content-type": "application/json" },
    body: JSON.stringify({ SurveyID: "none", vote: 1 }),
  });
  expect(await post.answered.json()).toMatchObject({ status: 403, code: "originRefused" });
  for (const answered of [refused, post, await get(origin), await get(origin, "/api/none")]) {
    const told = Object.keys(answered.headers).filter((name) => name.startsWith("access-control-"));
    expect(told).toEqual([]);
    expect(answered.headers.vary).toMatch(/\borigin\b/);
  }
});

test("an answer that is kept has the headers of its own asker only, whoever asked first", async () => {
  await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  for (const first of [OTHER, PUBLIC_URL, undefined, "https://evil.example"]) {
    const path = `${LATEST}?first=${first}`;
    for (const origin of [first, PUBLIC_URL, undefined, OTHER, "https://evil.example", OTHER]) {
      const { headers, statusCode } = await get(origin, path);
      const isListed = origin === PUBLIC_URL || origin === OTHER;
      expect([statusCode, headers[ALLOW]]).toEqual([200, isListed ? origin : undefined]);
      expect(headers.vary).toMatch(/\borigin\b/);
    }
  }
});

test("pages of a listed origin may read pages of lists, refusals and streams", async () => {
  const listed = await get(OTHER, "/api/allSuryesPage?limit=1");
  const exposed = String(listed.headers["access-control-expose-headers"]).toLowerCase().split(", ");
  for (const name of ["link", "x-total-count", "retry-after", "etag"]) expect(exposed).toContain(name);
  expect(await get(OTHER, "/api/none")).toMatchObject({ statusCode: 404, headers: { [ALLOW]: OTHER } });
  expect(await get(OTHER, "/api/user/a@example.org")).toMatchObject({ statusCode: 401, headers: { [ALLOW]: OTHER } });
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const stream = await get(OTHER, urlOf(votes.streamSurveyTotals, { params: { id } }));
  expect(stream).toMatchObject({ statusCode: 200, headers: { [ALLOW]: OTHER } });
  await stream.answered.body?.cancel();
});

test("pages of a listed origin change what their person may change, and pages are not opened to them", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const headers = { origin: PUBLIC_URL, "sec-fetch-site": "same-site" };
  const voted = await t.send(votes.castVote, { as: people.user, headers, body: { SurveyID: id, vote: 1 } });
  expect(voted.statusCode).toBe(200);
  expect((await get(OTHER, "/")).headers[ALLOW]).toBeUndefined();
});

test("signing in by a provider goes by the API's host and ends on the pages'", async () => {
  const body = { provider: "google", callbackURL: "/surveysPages" };
  const { url } = (await t.send(session.signInWithProvider, { body })).json();
  expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${API_ORIGIN}/api/auth/callback/google`);
  const back = await get(undefined, "/api/auth/callback/google?state=unknown&code=x");
  expect(back.statusCode).toBe(302);
  expect(back.headers.location).toMatch(new RegExp(`^${PUBLIC_URL}/login\\?with=google&error=`));
});

// Security: R17
test("without listed origins no other origin is told anything", async () => {
  const plain = await testApp();
  for (const origin of [PUBLIC_URL, OTHER]) {
    const answered = await plain.app.inject({ url: urlOf(surveys.listLatestSurveys, {}), headers: { origin } });
    expect(Object.keys(answered.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
  await plain.close();
});
