import { randomBytes } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { WAITING } from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createEventBus } from "../database/events.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";
import { createResponseCache } from "./responseCache.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let origin: string;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(t.app.server.address() as { port: number }).port}`;
});
afterAll(() => t.close());

/** A request over the network, because cached responses are sent before Fastify sees the request. */
const get = (
  call: typeof surveys.getSurvey | typeof surveys.listLatestSurveys,
  id: string,
  headers: Record<string, string> = {},
) => fetch(origin + urlOf(call, { params: { id } }), { headers: { "accept-encoding": "identity", ...headers } });

const total = async (id: string) => ((await (await get(surveys.getSurvey, id)).json()) as surveys.Survey).totalVotes;

/** Repeats the read until the condition holds; otherwise the test times out. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

test("an unchanged response is 304 for clients that have it, and has another ETag once it has changed", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const first = await get(surveys.getSurvey, id);
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const again = await get(surveys.getSurvey, id, { "if-none-match": etag });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  await until(async () => (await get(surveys.getSurvey, id, { "if-none-match": etag })).status === 200);
  expect(await total(id)).toBe(1);
});

test("a vote appears on the survey and in lists, however often they were read before", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  for (let read = 0; read < 20; read++) expect(await total(id)).toBe(0);
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  await until(async () => (await total(id)) === 1);
  await until(async () => {
    const listed = (await (await get(surveys.listLatestSurveys, id)).json()) as surveys.Survey[];
    return listed.some((survey) => survey._id === id && survey.totalVotes === 1);
  });
});

test("an unpublished survey disappears with the very next request, on its own page and in lists", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  expect((await get(surveys.getSurvey, id)).status).toBe(200);
  expect(await (await get(surveys.listLatestSurveys, id)).text()).toContain(id);
  const change = { status: WAITING, feedback: "Please say more." } as const;
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: change });
  expect((await get(surveys.getSurvey, id)).status).toBe(404);
  expect(await (await get(surveys.listLatestSurveys, id)).text()).not.toContain(id);
});

test("a response to an owner or an admin is never shown to other users", async () => {
  const id = await t.makeSurvey(people.surveyor);
  const asOwner = { authorization: `Bearer ${people.surveyor.token}` };
  for (let turn = 0; turn < 3; turn++) {
    const own = await get(surveys.getSurvey, id, asOwner);
    expect([own.status, own.headers.get("cache-control"), own.headers.get("etag")]).toEqual([200, "no-store", null]);
    expect((await get(surveys.getSurvey, id)).status).toBe(404);
  }
  const published = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  expect(await (await get(surveys.getSurvey, published)).text()).not.toContain(people.surveyor.email);
  expect(await (await get(surveys.getSurvey, published, asOwner)).text()).toContain(people.surveyor.email);
  expect(await (await get(surveys.getSurvey, published)).text()).not.toContain(people.surveyor.email);
});

test("responses are compressed in the best encoding that the client accepts", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Description: "Again. ".repeat(300) });
  const plain = await (await get(surveys.getSurvey, id)).text();
  const ask = async (accepted: string) => {
    const response = await t.app.inject({
      url: urlOf(surveys.getSurvey, { params: { id } }),
      headers: { "accept-encoding": accepted },
    });
    return { encoding: response.headers["content-encoding"], bytes: response.rawPayload };
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

/** A cache without an app, and a function that requests a response from it. */
function cacheAlone() {
  const events = createEventBus(null);
  const responseCache = createResponseCache(events);
  const exchange = (url: string, headers = {}) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url, headers });
    return [request, new ServerResponse(request)] as const;
  };
  const find = (key: string, url: string, make: () => Promise<string>) => {
    const requested = { key, url, route: "/any", about: null, isExact: false, readsCookie: false };
    const made = async () => ({ status: 200, headers: {}, body: await make() });
    return responseCache.find(requested, { admit: () => {}, make: made });
  };
  return { changes: events, answers: responseCache, exchange, find };
}

// Security: F04
test("the cache has a limit, whatever URLs an attacker invents", async () => {
  // The clock stands still, so no response expires meanwhile.
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { answers: responseCache, exchange, find } = cacheAlone();
  const url = (index: number) => `/api/allSuryesPage?q=${index}&${"x".repeat(1500)}`;
  const body = "x";
  // Twice, because the cache remembers a URL from its second request on.
  for (let index = 0; index < 4000; index++)
    for (const _ of [1, 2]) await find(url(index), url(index), async () => body);
  const kept = Array.from({ length: 4000 }, (_, index) => responseCache.respond(...exchange(url(index)))).filter(
    Boolean,
  ).length;
  // URLs of 3 kB with their keys, 4 MB in all.
  expect(kept).toBeLessThanOrEqual(1400);
  expect(kept).toBeGreaterThan(0);
});

test("a too large response is sent but not cached, and replaced entries don't count twice", async () => {
  const { find } = cacheAlone();
  let made = 0;
  const large = async () => `${++made}`.padEnd(2_000_000);
  await find("large", "/large", large);
  await find("large", "/large", large);
  expect(made).toBe(2);
  const small = async () => `${++made}`.padEnd(500_000);
  await find("first", "/first", small);
  const before = made;
  // Replaced again and again, 500 kB each: if all were added up, the first would have been evicted.
  const { changes: events, find: findOther } = cacheAlone();
  await findOther("first", "/first", small);
  for (let index = 0; index < 100; index++) {
    events.emit(new Set(["other"]), "totals");
    await findOther("other", "/other", small);
  }
  await find("first", "/first", small);
  expect(made).toBe(before + 2);
});

// Security: F09
test("a list of 900 kB stays in the cache with its compressed bodies, however little its texts compress", async () => {
  // The clock stands still, so the response doesn't expire meanwhile.
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { find, answers, exchange } = cacheAlone();
  let made = 0;
  const noise = randomBytes(450_000).toString("hex");
  for (const encoding of ["br", "gzip", "br"]) {
    const [request, response] = exchange("/whole", { "accept-encoding": encoding });
    const ended = vi.spyOn(response, "end");
    const list = await find("whole", "/whole", async () => `${++made} ${noise}`);
    answers.send(list, request, response);
    await expect.poll(() => ended).toHaveBeenCalledTimes(1);
  }
  expect(made).toBe(1);
});

test("concurrent requests for one response share it: built and compressed once", async () => {
  const { find, answers, exchange } = cacheAlone();
  let made = 0;
  const make = async () => {
    await sleep(20);
    return `answer ${++made} `.repeat(1000);
  };
  const found = await Promise.all(Array.from({ length: 50 }, (_, index) => find("page", `/page?_=${index}`, make)));
  expect([made, new Set(found).size]).toEqual([1, 1]);
  for (const each of found) answers.send(each, ...exchange("/page", { "accept-encoding": "br" }));
  expect(found[0]?.compressed.size).toBe(1);
  const bytes = found[0]?.compressed.get("br");
  expect(bytes).toBeInstanceOf(Promise);
  await bytes;
  expect(found[0]?.compressed.get("br")).toBe(await bytes);
});

test("a request after a change does not get a response that was started before it", async () => {
  const { find, changes } = cacheAlone();
  const finish: ((body: string) => void)[] = [];
  const make = () => new Promise<string>((resolve) => finish.push(resolve));
  const early = find("page", "/page", make);
  await expect.poll(() => finish).toHaveLength(1);
  changes.emit("all", "content");
  const late = find("page", "/page", make);
  await expect.poll(() => finish).toHaveLength(2);
  finish[1]?.("new");
  finish[0]?.("old");
  expect([String((await early).uncompressed.body), String((await late).uncompressed.body)]).toEqual(["old", "new"]);
  expect(String((await find("page", "/page", make)).uncompressed.body)).toBe("new");
});

test("unread query fields, another order and explicit defaults share one cached response", async () => {
  await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const requested = ["?limit=1", "?limit=1&_=1", "?_=2&limit=1&category=none", "?limit=01&q=%20"];
  const answers = await Promise.all(requested.map((search) => fetch(`${origin}/api/allSuryesPage${search}`)));
  const [first, ...others] = answers.map(({ headers }) => [headers.get("etag"), headers.get("link")]);
  for (const other of others) expect(other).toEqual(first);
  expect(first?.[1]).not.toContain("_=");
  // A field that the endpoint reads gives another response.
  const asc = await fetch(`${origin}/api/allSuryesPage?limit=1&sort=asc`);
  expect(asc.headers.get("etag")).not.toBe(first?.[0]);
});

test("a cookie or an invalid token doesn't bypass the cache", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  for (const headers of [{ cookie: "a=b" }, { authorization: "Bearer none" }] as Record<string, string>[]) {
    const response = await get(surveys.getSurvey, id, headers);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  }
});

// Security: F04
test("Host, forwarding headers, Range and a request body never affect what others get", async () => {
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
  const urls = [
    "/api/letest/surveyor?a=1",
    "/api/allSuryesPage?limit=1&a=2",
    urlOf(surveys.getSurvey, { params: { id } }),
  ];
  for (const url of urls) {
    const poisoned = await t.app.inject({ url, headers: { ...evil, host: "evil.example" } });
    expect(poisoned.statusCode).toBe(200);
    for (const method of ["GET", "HEAD"] as const) {
      const response = await fetch(origin + url, { method });
      const content = `${await response.text()} ${JSON.stringify([...response.headers])}`;
      expect([response.status, content.includes("evil"), content.includes("gopher")], url).toEqual([200, false, false]);
    }
  }
});

test("the link to the next page is built from the parsed query, not from the URL that was sent", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  for (const as of [people.user, people.surveyor])
    await t.request(votes.castVote, { as, body: { SurveyID: id, vote: 1 } });
  const requested: [address: string, next: RegExp][] = [
    [
      `/api/allSuryesPage?limit=1&q=${"+".repeat(6000)}`,
      /^<\/api\/allSuryesPage\?category=none&limit=1&cursor=[\w-]+>/,
    ],
    [`/api/surveys/${id}/ledger?limit=1`, /^<\/api\/surveys\/[\w-]+\/ledger\?limit=1&after=1>/],
    [`/%61pi/vote/${id}/?limit=1`, /^<\/api\/vote\/[\w-]+\?order=newest&limit=1&cursor=[\w-]+>/],
  ];
  for (const [address, next] of requested) {
    // An absolute URL, as clients send it to a proxy: no HTTP library would send it to us.
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.write(`GET http://evil.example${address} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`);
    const [head = ""] = (await socket.setEncoding("utf8").toArray()).join("").split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1.1 200/);
    expect(/^link: (.*)\r$/im.exec(`${head}\r\n`)?.[1]).toMatch(next);
  }
});

// Security: H14
test("a response to a token or a cookie is never cached, whatever else the request contains", async () => {
  const published = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const url = `${origin}${urlOf(surveys.getSurvey, { params: { id: published } })}`;
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
