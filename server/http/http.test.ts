import { connect } from "node:net";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let port: number;

beforeAll(async () => {
  t = await testApp();
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  port = (t.app.server.address() as { port: number }).port;
});
afterAll(() => t.close());

/** The response to bytes that no HTTP library would send. */
async function raw(request: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.end(request);
  let response = "";
  for await (const chunk of socket.setEncoding("latin1")) response += chunk;
  return response;
}

function expectProblem(response: LightMyRequestResponse, status: number, code: string): void {
  expect([response.statusCode, response.json().code], response.payload).toEqual([status, code]);
  expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  expect(response.json()).toMatchObject({
    type: "about:blank",
    status,
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  });
}

test("an unknown endpoint gets 404, whatever the method and the body", async () => {
  for (const url of [
    "/api/nothing",
    "/api",
    "/api/",
    "/api/jwt/x",
    "/api/auth/",
    "/api/auth/ok",
    "/api/auth/list-sessions",
    "/api/auth/update-user",
  ]) {
    expectProblem(await t.app.inject({ url }), 404, "notFound");
    for (const [body, type] of [
      ["{", "application/json"],
      ["x", "text/plain"],
    ] as const) {
      expectProblem(
        await t.app.inject({ method: "POST", url, body, headers: { "content-type": type } }),
        404,
        "notFound",
      );
    }
  }
});

// Security: R24
test("an unsupported method gets 405 with the supported ones", async () => {
  for (const method of ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"] as const) {
    const response = await t.app.inject({
      method: method as "PUT",
      url: "/api/jwt",
      ...(method === "PUT" && { body: "x", headers: { "content-type": "text/plain" } }),
    });
    expectProblem(response, 405, "methodNotAllowed");
    expect(response.headers.allow).toBe("POST");
  }
  const response = await t.app.inject({ method: "POST", url: "/api/surveyor/some-id" });
  expectProblem(response, 405, "methodNotAllowed");
  expect(response.headers.allow).toBe("GET, HEAD, PATCH");
  expect(
    await raw("TRACE /api/jwt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: secret=1\r\n\r\n"),
  ).toMatch(/^HTTP\/1\.1 405 (?!.*secret)/s);
});

test("HEAD returns the headers of GET without the body", async () => {
  for (const url of ["/api/letest/surveyor", "/livez", "/api/openapi.json"]) {
    const [get, head] = [await t.app.inject({ url }), await t.app.inject({ method: "HEAD", url })];
    expect([head.statusCode, head.payload, head.headers["content-type"]]).toEqual([
      200,
      "",
      get.headers["content-type"],
    ]);
  }
});

describe.each(["http://localhost:3000", "https://survey.example"])("at %s", (publicUrl) => {
  test("every response has the security headers, including errors, files and 404", async () => {
    const app = await testApp({ publicUrl });
    try {
      const requests = [
        "/api/letest/surveyor",
        "/api/nothing",
        "/nothing",
        "/api/all/user",
        "/api/surveyor/%zz",
        "/images/none.webp",
        "/livez",
        "/readyz",
        "/api/openapi.json",
        "/api/docs",
        `/api/surveyor/${"x".repeat(400)}`,
      ];
      for (const url of requests) {
        const { headers } = await app.app.inject({ url });
        expect(headers, url).toMatchObject({
          "x-content-type-options": "nosniff",
          "referrer-policy": "strict-origin-when-cross-origin",
          "cross-origin-opener-policy": "same-origin",
          "content-security-policy": expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
          "cache-control": expect.stringMatching(/no-store|no-cache/),
          "content-type": expect.stringMatching(/; charset=utf-8$/),
        });
        expect(headers["strict-transport-security"], url).toBe(
          publicUrl.startsWith("https:") ? "max-age=63072000; includeSubDomains" : undefined,
        );
        expect(headers).not.toHaveProperty("access-control-allow-origin");
      }
    } finally {
      await app.close();
    }
  });
});

// Security: H08, R20
test.each([
  [{ origin: "https://evil.example" }, 403],
  [{ origin: "null" }, 403],
  [{ origin: "http://localhost:3000.evil.example" }, 403],
  [{ origin: "http://localhost:3001" }, 403],
  [{ "sec-fetch-site": "cross-site" }, 403],
  [{ "sec-fetch-site": "same-site" }, 403],
  [{ "sec-fetch-site": "cross-site", origin: "http://localhost:3000" }, 403],
  [{ origin: "http://localhost:3000" }, 200],
  [{ origin: "http://localhost:3000", "sec-fetch-site": "same-origin" }, 200],
  [{ origin: "null", "sec-fetch-site": "same-origin" }, 200],
  [{ origin: "null", "sec-fetch-site": "cross-site" }, 403],
  [{ origin: "null", "sec-fetch-site": "none" }, 403],
  [{ origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000", "sec-fetch-site": "same-origin" }, 200],
  [{}, 200],
])("a change sent with %j gets %i; reading is always allowed", async (headers, status) => {
  const response = await t.send(session.signOut, { headers: headers as Record<string, string> });
  expect(response.statusCode).toBe(status);
  if (status === 403) expectProblem(response, 403, "originRefused");
  expect((await t.send(surveys.listLatestSurveys, { headers: headers as Record<string, string> })).statusCode).toBe(
    200,
  );
});

test("with an https public URL, its http origin counts as another site", async () => {
  const https = await testApp({ publicUrl: "https://survey.example" });
  const send = (origin: string) => https.send(session.signOut, { headers: { origin, host: "survey.example" } });
  expect((await send("https://survey.example")).statusCode).toBe(200);
  expect((await send("http://survey.example")).statusCode).toBe(403);
  await https.close();
});

// Security: H10
test("limits are exact: of 200 concurrent votes 120 pass in a minute, and the others get 429 with Retry-After", async () => {
  const limited = await testApp({ limits: true });
  const { user, pro } = await createUsersOfEveryRole(limited.database, limited.tokens);
  const vote = (as = user, headers = {}) =>
    limited.send(votes.castVote, { as, headers, body: { SurveyID: "none", vote: 1 } });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => vote(user, { "x-forwarded-for": `10.0.0.${index}` })),
  );
  const tooFast = answers.filter(({ statusCode }) => statusCode === 429);
  expect([answers.length - tooFast.length, tooFast.length]).toEqual([120, 80]);
  for (const response of tooFast) {
    expectProblem(response, 429, "tooFast");
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(response.headers["retry-after"])).toBeLessThanOrEqual(60);
  }
  // Every user has a separate count, and so has every endpoint.
  expect((await vote(pro)).statusCode).toBe(404);
  expect((await limited.send(surveys.listLatestSurveys, { as: user })).statusCode).toBe(200);
  await limited.close();
});

/** Sign-ins of one network in 15 minutes, written independently of the contract. */
const SIGN_INS = 300;

// Security: H10
test("a visitor's limit is per connection address: headers that claim another one have no effect", async () => {
  const limited = await testApp({ limits: true });
  const signIn = (index: number) =>
    limited.send(session.signIn, {
      headers: {
        "x-forwarded-for": `10.0.0.${index}`,
        forwarded: `for=10.0.0.${index}`,
        "x-real-ip": `10.0.0.${index}`,
      },
      body: { email: "", password: "" },
    });
  const answers = await Promise.all(Array.from({ length: SIGN_INS + 100 }, (_, index) => signIn(index)));
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(SIGN_INS);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(100);
  await limited.close();
});

// Security: F05
test("at most twenty large responses are built for one address at a time, and reading one frees its slot", async () => {
  const limited = await testApp({ limits: true });
  const read = () => limited.send(votes.getLedger, { params: { id: "x" }, query: {} });
  for (const _ of [1, 2]) {
    const answers = await Promise.all(Array.from({ length: 25 }, read));
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(20);
    for (const { statusCode, headers } of answers.slice(20))
      expect([statusCode, headers["retry-after"]]).toEqual([429, "5"]);
  }
  await limited.close();
});

// Security: R23
test("behind one trusted proxy, only the address that it saw counts, not those before it", async () => {
  const limited = await testApp({ limits: true, trustProxy: 1 });
  const signIn = (forwarded: string) =>
    limited.send(session.signIn, { headers: { "x-forwarded-for": forwarded }, body: { email: "", password: "" } });
  const answers = await Promise.all(
    Array.from({ length: SIGN_INS + 40 }, (_, index) => signIn(`10.0.0.${index % 256}, 192.0.2.1`)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(SIGN_INS);
  expect((await signIn("192.0.2.2")).statusCode).toBe(422);
  // One customer can use any number of IPv6 addresses within their network.
  const own = await Promise.all(
    Array.from({ length: SIGN_INS + 40 }, (_, index) => signIn(`2001:db8:0:1::${index.toString(16)}`)),
  );
  expect(own.filter(({ statusCode }) => statusCode === 422)).toHaveLength(SIGN_INS);
  expect((await signIn("2001:db8:0:2::1")).statusCode).toBe(422);
  await limited.close();
});

// Security: R25
test.each([
  [
    "two lengths",
    "POST /api/jwt HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
  ],
  [
    "a length and chunks",
    "POST /api/jwt HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  [
    "an unknown transfer encoding",
    "POST /api/jwt HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
  ],
  ["a negative length", "POST /api/jwt HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"],
  ["a header with a line break", "GET /livez HTTP/1.1\r\nHost: x\r\nX: a\nb\r\n\r\n"],
  ["no HTTP", "HELLO\r\n\r\n"],
])("a request with %s gets 400 as problem+json, and the connection closes", async (_, request) => {
  const response = await raw(request);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toMatch(/content-type: application\/problem\+json; charset=utf-8/i);
  expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test("a request without a host gets 400", async () => {
  expect(await raw("GET /livez HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
});

test("too large headers get 431", async () => {
  expect(await raw(`GET /livez HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 .*"headersTooLarge"/s,
  );
});

test("the OpenAPI document has every declared endpoint, under its name, with its errors", async () => {
  const document = (await t.app.inject({ url: "/api/openapi.json" })).json();
  expect(document.openapi).toMatch(/^3\.1\./);
  const operations = Object.entries<
    Record<
      string,
      {
        operationId: string;
        tags: [string];
        parameters: { in: string; name: string }[];
        responses: object;
        security: unknown[];
      }
    >
  >(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const names = operations.map(({ tags, operationId }) => `${tags[0]}.${operationId}`);
  expect(names.sort()).toEqual([...endpoints.keys()].sort());
  // Clients are generated from these names, so they are unique without the feature's name.
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { path, method, operationId, tags, parameters, responses, security } of operations) {
    const endpoint = endpoints.get(`${tags[0]}.${operationId}`);
    expect(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`).toBe(
      `${endpoint?.method} ${endpoint?.path}`,
    );
    expect(parameters.filter((one) => one.in === "path").map(({ name }) => `{${name}}`)).toEqual(
      path.match(/\{\w+\}/g) ?? [],
    );
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "429", "500", "503"]));
    expect(security.length > 0).toBe(endpoint?.access !== "anyone");
  }
  expect(JSON.stringify(document)).not.toContain('"$ref":"#/$defs');
});

test("the API's documentation page doesn't load anything and doesn't have scripts", async () => {
  const response = await t.app.inject({ url: "/api/docs" });
  expect(response.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
  );
  expect(response.payload).not.toMatch(/<script|<link|<img|<iframe|\bon\w+=|(?:src|href)="(?!\/api\/)|@import|url\(/i);
  for (const endpoint of endpoints.values())
    expect(response.payload).toContain(endpoint.path.replaceAll(/:(\w+)/g, "{$1}"));
});

test("/livez reports that the process runs, and its version; /readyz that the database responds", async () => {
  expect((await t.app.inject({ url: "/livez" })).json()).toEqual({
    status: "live",
    version: expect.stringMatching(/^\d+\.\d+\.\d+(-dev)?$/),
  });
  expect((await t.app.inject({ url: "/readyz" })).json()).toEqual({ status: "ready" });
});
