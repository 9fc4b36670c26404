import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import * as surveys from "@survey-app/contract/surveys.ts";
import { WAITING } from "@survey-app/contract/surveys.ts";
import * as votes from "@survey-app/contract/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openChanges } from "../database/changes.ts";
import { makeEverybody } from "../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";
import { keepPublicAnswers } from "./publicAnswers.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof makeEverybody>>;
let origin: string;

beforeAll(async () => {
  t = await testApp();
  people = await makeEverybody(t.database, t.tokens);
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(t.app.server.address() as { port: number }).port}`;
});
afterAll(() => t.close());

/** A call over the wire: what is kept is sent before the app sees the request. */
const get = (call: typeof surveys.get | typeof surveys.latest, id: string, headers: Record<string, string> = {}) =>
  fetch(origin + urlOf(call, { params: { id } }), { headers: { "accept-encoding": "identity", ...headers } });

const total = async (id: string) => ((await (await get(surveys.get, id)).json()) as surveys.Survey).totalVotes;

/** Reads on until it is so; what is never so ends in the test's own time limit. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

test("what has not changed is not sent again: 304 for who has it, another tag when it has changed", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const first = await get(surveys.get, id);
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const again = await get(surveys.get, id, { "if-none-match": etag });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  await t.call(votes.cast, { as: people.user, body: { SurveyID: id, vote: 1 } });
  await until(async () => (await get(surveys.get, id, { "if-none-match": etag })).status === 200);
  expect(await total(id)).toBe(1);
});

test("a vote shows on the survey and in lists, however often they were read before", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  for (let read = 0; read < 20; read++) expect(await total(id)).toBe(0);
  await t.call(votes.cast, { as: people.user, body: { SurveyID: id, vote: 1 } });
  await until(async () => (await total(id)) === 1);
  await until(async () => {
    const listed = (await (await get(surveys.latest, id)).json()) as surveys.Survey[];
    return listed.some((survey) => survey._id === id && survey.totalVotes === 1);
  });
});

test("what was unpublished is gone with the very next request, from itself and from lists", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  expect((await get(surveys.get, id)).status).toBe(200);
  expect(await (await get(surveys.latest, id)).text()).toContain(id);
  const change = { status: WAITING, feedback: "Please say more." } as const;
  await t.call(surveys.changeStatus, { as: people.admin, params: { id }, body: change });
  expect((await get(surveys.get, id)).status).toBe(404);
  expect(await (await get(surveys.latest, id)).text()).not.toContain(id);
});

test("what an owner or an admin is answered is nobody else's, before and after", async () => {
  const id = await t.makeSurvey(people.surveyor);
  const asOwner = { authorization: `Bearer ${people.surveyor.token}` };
  for (let turn = 0; turn < 3; turn++) {
    const own = await get(surveys.get, id, asOwner);
    expect([own.status, own.headers.get("cache-control"), own.headers.get("etag")]).toEqual([200, "no-store", null]);
    expect((await get(surveys.get, id)).status).toBe(404);
  }
  const published = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  expect(await (await get(surveys.get, published)).text()).not.toContain(people.surveyor.email);
  expect(await (await get(surveys.get, published, asOwner)).text()).toContain(people.surveyor.email);
  expect(await (await get(surveys.get, published)).text()).not.toContain(people.surveyor.email);
});

test("answers are compressed for who can read that, each in the best way that is asked for", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Description: "Again. ".repeat(300) });
  const plain = await (await get(surveys.get, id)).text();
  const ask = async (accepted: string) => {
    const answered = await t.app.inject({
      url: urlOf(surveys.get, { params: { id } }),
      headers: { "accept-encoding": accepted },
    });
    return { encoding: answered.headers["content-encoding"], bytes: answered.rawPayload };
  };
  const brotli = await ask("gzip, deflate, br");
  expect([brotli.encoding, brotliDecompressSync(brotli.bytes).toString()]).toEqual(["br", plain]);
  const gzip = await ask("gzip, br;q=0");
  expect([gzip.encoding, gunzipSync(gzip.bytes).toString()]).toEqual(["gzip", plain]);
  for (const accepted of ["br;q=0.0", "brx", "x-gzip"]) {
    const neither = await ask(accepted);
    expect([neither.encoding, neither.bytes.toString()]).toEqual([undefined, plain]);
  }
});

test("addresses that an attacker makes up fill no memory: what is kept is bounded with them", () => {
  const answers = keepPublicAnswers(openChanges(null));
  const exchange = (url: string) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url });
    return [request, new ServerResponse(request)] as const;
  };
  const made = {
    route: "/api/allSuryesPage",
    status: 200,
    headers: {},
    body: "[]",
    about: null,
    ignoresCookies: false,
  };
  const url = (at: number) => `/api/allSuryesPage?q=${at}&${"x".repeat(12_000)}`;
  for (let at = 0; at < 4000; at++) answers.keep({ ...made, since: performance.now() }, ...exchange(url(at)));
  const kept = Array.from({ length: 4000 }, (_, at) => answers.answer(...exchange(url(at)))).filter(Boolean).length;
  // 16 MB, at most twice, of 14 kB each.
  expect(kept).toBeLessThanOrEqual(2400);
});

test("neither Host nor forwarding headers nor Range nor a body of its own get into what others are answered", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const evil = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "gopher",
    "x-original-url": "/api/all/user",
    "x-rewrite-url": "/api/all/user",
    "x-http-method-override": "DELETE",
    forwarded: "host=evil.example",
    range: "bytes=0-1",
    "accept-language": "evil",
  };
  const urls = ["/api/letest/surveyor?a=1", "/api/allSuryesPage?limit=1&a=2", urlOf(surveys.get, { params: { id } })];
  for (const url of urls) {
    const poisoned = await t.app.inject({ url, headers: { ...evil, host: "evil.example" } });
    expect(poisoned.statusCode).toBe(200);
    for (const method of ["GET", "HEAD"] as const) {
      const answered = await fetch(origin + url, { method });
      const told = `${await answered.text()} ${JSON.stringify([...answered.headers])}`;
      expect([answered.status, told.includes("evil"), told.includes("gopher")], url).toEqual([200, false, false]);
    }
  }
});

test("an answer to a token or a cookie is never kept, whatever else the request has", async () => {
  const published = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const url = `${origin}${urlOf(surveys.get, { params: { id: published } })}`;
  const token = `Bearer ${people.surveyor.token}`;
  const attempts: Record<string, string>[] = [
    { authorization: token },
    { AUTHORIZATION: token, cookie: "" },
    { authorization: token, "cache-control": "max-stale" },
    { authorization: token, connection: "authorization" },
  ];
  for (const headers of attempts) {
    expect(await (await fetch(url, { headers })).text()).toContain(people.surveyor.email);
    expect(await (await fetch(url)).text()).not.toContain(people.surveyor.email);
  }
});
