import { endpoints } from "@survey-app/contract/endpoints.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as images from "@survey-app/contract/surveys/images.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countRows } from "../testing/countRows.sql.ts";
import { LATER_YEAR } from "../testing/laterYear.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let survey: string;
let before: Record<string, number>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
  survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  for (const title of ["Two?", "Three?"])
    await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: title });
});
afterAll(() => t.close());
beforeEach(async () => {
  before = await countRows(t.database);
});

/** Expects an error as problem+json, and that nothing was stored. */
async function expectRefused(response: LightMyRequestResponse, status: number, code: string): Promise<void> {
  expect([response.statusCode, response.json().code], response.payload).toEqual([status, code]);
  expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  expect(response.headers["cache-control"]).toBe("no-store");
  expect(response.json()).toMatchObject({
    type: "about:blank",
    title: expect.any(String),
    status,
    requestId: expect.any(String),
  });
  expect(await countRows(t.database)).toEqual(before);
}

const json = { "content-type": "application/json" };
const vote = (body: string | Buffer, headers: Record<string, string> = json) =>
  t.send(votes.castVote, { as: people.user, body, headers });
const add = (form: object) =>
  t.send(surveys.createSurvey, {
    as: people.surveyor,
    body: { Title: "When?", category: "Cleaning Tools", image: "https://example.org/a.png", ...form },
  });

test.each([
  ["nothing JSON", "vote=1"],
  ["half of it", '{"vote":'],
  ["something behind it", "{} {}"],
  ["a comment", "{/* */}"],
  ["NaN", '{"vote":NaN}'],
  ["a key __proto__", '{"vote":1,"__proto__":{"isAdmin":true}}'],
  ["a nested key __proto__", '{"vote":1,"x":{"__proto__":{"isAdmin":true}}}'],
  ["an escaped key __proto__", '{"vote":1,"\\u005f_proto__":{"isAdmin":true}}'],
  ["constructor.prototype", '{"vote":1,"constructor":{"prototype":{"isAdmin":true}}}'],
  ["depth without end", `${"[".repeat(30_000)}`],
])("a body of %s gets 400", async (_, body) => {
  await expectRefused(await vote(body), 400, "malformedBody");
});

test.each([
  ["a stray byte", [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]],
  ["an overlong encoding", [0x22, 0xc0, 0xaf, 0x22]],
  ["an encoded surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["a cut-off character", [0x22, 0xe2, 0x82]],
])("a body that is not UTF-8 (%s) gets 400", async (_, bytes) => {
  await expectRefused(await vote(Buffer.from(bytes)), 400, "malformedBody");
});

test("a body nested 30,000 levels deep is rejected without a crash", async () => {
  const deep = `{"vote":1,"SurveyID":"${survey}","x":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
  expect((await vote(deep)).statusCode).toBeLessThan(500);
});

// Security: R20
test.each(["text/plain", "application/x-www-form-urlencoded", "application/xml", "text/json", "x"])(
  "a body of the type %s gets 415",
  async (type) => {
    await expectRefused(
      await vote(`{"SurveyID":"${survey}","vote":1}`, { "content-type": type }),
      415,
      "wrongContentType",
    );
  },
);

test("a body without a type gets 415", async () => {
  await expectRefused(await vote(`{"SurveyID":"${survey}","vote":1}`, {}), 415, "wrongContentType");
});

// Security: H08
test("multipart, which forms of other sites can send, gets 415 on every endpoint except the upload", async () => {
  for (const endpoint of endpoints.values()) {
    if (endpoint.method === "GET" || endpoint === images.uploadImage) continue;
    // Requests to these endpoints don't carry a user's token.
    if (endpoint.access === "cookie" || endpoint.access === "invited") continue;
    const response = await t.send(endpoint, {
      as: people.admin,
      params: Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, survey])),
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    });
    await expectRefused(response, 415, "wrongContentType");
  }
});

test("a body of more than 64 KB gets 413, with or without a Content-Length; one of 64 KB is read", async () => {
  const body = (length: number) => {
    const frame = `{"SurveyID":"${survey}","vote":7,"x":""}`;
    return frame.replace('"x":""', `"x":"${"x".repeat(length - frame.length)}"`);
  };
  await expectRefused(await vote(body(65_536)), 422, "badInput");
  await expectRefused(await vote(body(65_537)), 413, "tooLarge");
  await expectRefused(await vote(body(10_000_000)), 413, "tooLarge");
});

// Security: R10
test.each([
  ["deadline", { deadline: "2026-02-30" }],
  ["deadline", { deadline: "2026-02-30T10:00:00Z" }],
  ["createDate", { createDate: "yesterday" }],
  ["createDate", { createDate: "2026-13-01" }],
  ["createDate", { createDate: "1999-12-31" }],
  ["createDate", { createDate: "2199-01-01" }],
  ["createDate", { createDate: "2199-01-01", scheduled: true }],
  ["createDate", { createDate: "9999-12-31" }],
  ["deadline", { deadline: "9999-12-31" }],
  ["deadline", { deadline: "1999-12-31" }],
  ["deadline", { deadline: 4_102_444_800_000 }],
  ["deadline", { deadline: "2020-01-01" }],
  ["deadline", { createDate: `${LATER_YEAR}-01-02`, deadline: `${LATER_YEAR}-01-01` }],
  ["deadline", { createDate: `${LATER_YEAR}-01-01T10:00:00Z`, deadline: `${LATER_YEAR}-01-01T09:59:59Z` }],
  ["timeZone", { timeZone: "Mars/Olympus" }],
  ["image", { image: "javascript:alert(1)" }],
  ["image", { image: "http://example.org/a.png" }],
  ["category", { category: "Satisfaction" }],
  ["category", { category: "__proto__" }],
  ["Title", { Title: "x".repeat(201) }],
  ["Description", { Description: "x".repeat(5001) }],
])("a survey with an invalid %s gets 422: %j", async (field, form) => {
  const response = await add(form);
  expect(response.json().errors).toMatchObject([{ field }]);
  await expectRefused(response, 422, "badInput");
});

test("a vote is 0 or 1 as a number or text; similar values are rejected", async () => {
  for (const choice of [2, -1, 0.5, "2", "01", " 1", "yes", "", null, true, [1], {}]) {
    const response = await vote(JSON.stringify({ SurveyID: survey, vote: choice }));
    expect(response.json().errors, JSON.stringify(choice)).toMatchObject([{ field: "vote" }]);
    await expectRefused(response, 422, "badInput");
  }
});

const cursorOf = (place: unknown) => Buffer.from(JSON.stringify(place)).toString("base64url");
const ID = "0199f3a2-7c53-7c0c-9d0a-1f7b7a3f0b11";

test.each([
  ["characters of no cursor", "a b/c"],
  ["no JSON", Buffer.from("{").toString("base64url")],
  ["no list", cursorOf({ 0: 1, 1: ID })],
  ["null", cursorOf(null)],
  ["one element", cursorOf([1])],
  ["three elements", cursorOf([1, ID, 2])],
  ["a key of text", cursorOf(["1", ID])],
  ["a fraction", cursorOf([0.5, ID])],
  ["a number beyond all", cursorOf([1e300, ID])],
  ["an id that is no text", cursorOf([1, 1])],
  ["an id of SQL", cursorOf([1, "' or 1=1 --"])],
  ["an id with a NUL", cursorOf([1, "a\u0000"])],
  ["an id with half a character", `${Buffer.from('[1,"\\ud800"]').toString("base64url")}`],
  ["500 characters", "a".repeat(500)],
])("a cursor of %s gets 422 on every list", async (_, cursor) => {
  for (const endpoint of endpoints.values()) {
    if (!endpoint.paginated) continue;
    const query = { cursor, ...(endpoint === surveys.listMySurveys && { email: people.admin.email }) };
    const params = { id: survey, email: people.admin.email };
    const response = await t.send(endpoint, { as: people.admin, params, query });
    expect(response.json().errors, endpoint.path).toMatchObject([{ field: "query.cursor" }]);
    await expectRefused(response, 422, "badInput");
  }
});

test("a cursor must contain a valid instant if the order depends on it, and must not otherwise", async () => {
  for (const [by, sort] of [
    ["deadline", "desc"],
    ["newest", "asc"],
    ["votes", "asc"],
  ]) {
    const query = { by, sort, cursor: cursorOf([0, ID, 1]) };
    await expectRefused(await t.send(surveys.listPublishedSurveys, { query }), 422, "badInput");
  }
  const runningFirst = { by: "deadline", sort: "asc" };
  for (const place of [
    [1, ID, "1"],
    [1, ID, 0.5],
    [1, ID, -1],
    [1, ID, 1e300],
    [1, ID, null],
    [1, ID, 1, 1],
  ]) {
    const query = { ...runningFirst, cursor: cursorOf(place) };
    await expectRefused(await t.send(surveys.listPublishedSurveys, { query }), 422, "badInput");
  }
  for (const at of [0, 1, Date.now(), Number.MAX_SAFE_INTEGER]) {
    const query = { ...runningFirst, cursor: cursorOf([1, ID, at]) };
    expect((await t.send(surveys.listPublishedSurveys, { query })).statusCode, String(at)).toBe(200);
  }
});

test("a well-formed cursor that points to no row never causes a server error", async () => {
  for (const key of [0, -1, 1, 8.64e15, -8.64e15, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
    for (const by of ["votes", "newest", "deadline"]) {
      for (const sort of ["asc", "desc"]) {
        const response = await t.send(surveys.listPublishedSurveys, {
          query: { by, sort, cursor: cursorOf([key, ID]) },
        });
        expect(response.statusCode, `${by} ${key}: ${response.payload}`).toBeLessThan(500);
      }
    }
    for (const call of [surveys.listAllSurveys, surveys.listMySurveys, users.listUsers, votes.listSurveyVotes]) {
      const query = {
        cursor: cursorOf([key, ID]),
        ...(call === surveys.listMySurveys && { email: people.admin.email }),
      };
      const response = await t.send(call, { as: people.admin, params: { id: survey }, query });
      expect(response.statusCode, `${call.path} ${key}: ${response.payload}`).toBeLessThan(500);
    }
  }
});

test("a limit is a whole number from 1 to 100", async () => {
  for (const limit of ["0", "101", "-1", "1.5", "", "ten", "1e9", "Infinity", "NaN", ["5", "6"]]) {
    const response = await t.send(surveys.listPublishedSurveys, { query: { limit } });
    expect(response.json().errors, String(limit)).toMatchObject([{ field: "query.limit" }]);
    await expectRefused(response, 422, "badInput");
  }
  for (const limit of ["1", "100"])
    expect((await t.send(surveys.listPublishedSurveys, { query: { limit } })).statusCode).toBe(200);
});

test.each([
  ["/api/surveyor/%00", 422],
  ["/api/surveyor/a%00b", 422],
  ["/api/user/a%00@example.org", 422],
  ["/api/surveyor/%ff", 400],
  ["/api/surveyor/%", 400],
  ["/api/surveyor/%zz", 400],
  ["/api/surveyor/%ed%a0%80", 400],
  [`/api/surveyor/${"x".repeat(65)}`, 422],
  [`/api/surveyor/${"x".repeat(2000)}`, 404],
  ["/api/surveyor/..%2f..%2fetc", 422],
  ["/api/allSuryesPage?q=%00", 422],
  ["/api/allSuryesPage?q=a&q=b", 422],
  ["/api/allSuryesPage?category=none&category=none", 422],
  [`/api/allSuryesPage?q=${"x".repeat(8000)}`, 422],
  ["/api/allSuryesPage?q[$ne]=1", 200],
  ["/api/allSuryesPage?__proto__=1&constructor.prototype.x=1", 200],
  ["/api/allSuryesPage?q=%ff%fe", 200],
  ["/api/allSuryesPage?q=%", 200],
])("%s gets %i", async (url, status) => {
  const response = await t.app.inject({ url, headers: { authorization: `Bearer ${people.user.token}` } });
  expect(response.statusCode, response.payload).toBe(status);
  if (status >= 400) expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
});

test("a sign-up with several wrong fields names each of them once", async () => {
  const response = await t.send(session.signUp, { body: { name: "", email: "", password: "", image: "x" } });
  expect(response.json().errors.map((error: { field: string }) => error.field)).toEqual([
    "name",
    "email",
    "password",
    "image",
  ]);
  await expectRefused(response, 422, "badInput");
});
