import { createHmac, generateKeyPairSync, hkdfSync, randomUUID } from "node:crypto";
import { connect } from "node:net";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { createMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { getSurveyMinutes } from "@survey-app/contract/results/downloads.ts";
import { getOembed } from "@survey-app/contract/sharing/sharing.ts";
import { listSimilarSurveys } from "@survey-app/contract/surveys/similarSurveys.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { listTotals } from "@survey-app/contract/votes/liveTotals.ts";
import { createSigner } from "fast-jwt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { SECRET } from "../testing/testConfig.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let port: number;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  const address = t.app.server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => t.close());

const KEY = Buffer.from(hkdfSync("sha256", SECRET, "", "survey-app access token", 32));
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const seconds = (from = 0) => Math.floor(Date.now() / 1000) + from;

/** The claims of a token that would be accepted. */
const rightClaims = (person: Person) => ({
  sub: person.id,
  sid: person.sessionId,
  aud: "survey-app-api",
  iss: "http://localhost:3000",
  iat: seconds(),
  exp: seconds(900),
});

/** A token signed by hand, as by an attacker who knows the key. */
function forged(claims: object, { header = { alg: "HS256", typ: "JWT" }, key = KEY } = {}): string {
  const signed = `${base64url(header)}.${base64url(claims)}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

/** Hostile headers, by description. */
function hostileHeaders(person: Person): Record<string, string> {
  const right = rightClaims(person);
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const { iss: _iss, ...withoutIssuer } = right;
  const { aud: _aud, ...withoutAudience } = right;
  const { iat: _iat, ...withoutStart } = right;
  const { exp: _exp, ...withoutEnd } = right;
  const { sid: _sid, ...withoutSession } = right;
  const bearer: Record<string, string> = {
    "nothing behind the scheme": "",
    "alg none": `${base64url({ alg: "none", typ: "JWT" })}.${base64url(right)}.`,
    "alg none with a signature": `${base64url({ alg: "none", typ: "JWT" })}.${base64url(right)}.AAAA`,
    "alg HS512 in the header": forged(right, { header: { alg: "HS512", typ: "JWT" } }),
    "another algorithm": createSigner({ key: privateKey, algorithm: "RS256" })(right),
    "another key": forged(right, { key: Buffer.from("another key, as long as the right one is") }),
    "the secret itself as the key": forged(right, { key: Buffer.from(SECRET) }),
    "an empty key": forged(right, { key: Buffer.alloc(0) }),
    expired: forged({ ...right, iat: seconds(-1000), exp: seconds(-1) }),
    "older than 15 minutes, whatever its end": forged({ ...right, iat: seconds(-901), exp: seconds(9999) }),
    "not yet valid": forged({ ...right, nbf: seconds(60) }),
    "issued in the future": forged({ ...right, iat: seconds(3600), exp: seconds(4500), nbf: seconds(3600) }),
    "another audience": forged({ ...right, aud: "another-api" }),
    "another issuer": forged({ ...right, iss: "https://evil.example" }),
    "no issuer": forged(withoutIssuer),
    "no audience": forged(withoutAudience),
    "no time of issue": forged(withoutStart),
    "no end": forged(withoutEnd),
    "no session": forged(withoutSession),
    "an unknown session": forged({ ...right, sid: randomUUID() }),
    "a session that is no text": forged({ ...right, sid: { $ne: null } }),
    "a session of SQL": forged({ ...right, sid: "' or 1=1 --" }),
    "a session with a NUL": forged({ ...right, sid: `${right.sid}\u0000` }),
    "a session with half a character": forged({ ...right, sid: "\ud800" }),
    "claims that are no object": forged([] as object),
    truncated: person.token.slice(0, -1),
    "without its signature": person.token.split(".").slice(0, 2).join("."),
    "with another payload": person.token
      .split(".")
      .with(1, base64url({ ...right, exp: right.exp + 3600 }))
      .join("."),
    "with something behind it": `${person.token} x`,
    twice: `${person.token}, Bearer ${person.token}`,
    "8 KB of junk": "x".repeat(8192),
    "8 KB of dots": ".".repeat(8192),
    "8 KB in three parts": `${"a".repeat(2730)}.${"b".repeat(2730)}.${"c".repeat(2730)}`,
    latin1: "t\u00f6k\u00ebn.\u00e4.\u00ff",
  };
  return {
    empty: "",
    "the scheme alone": "Bearer",
    "another scheme": `Basic ${Buffer.from("admin@example.org:Passw0rd!").toString("base64")}`,
    "the token without a scheme": person.token,
    ...Object.fromEntries(Object.entries(bearer).map(([what, token]) => [what, `Bearer ${token}`])),
  };
}

const mine: Endpoint = users.getUser;

test("a token of a valid session is accepted, with the scheme in any case", async () => {
  for (const authorization of [
    `Bearer ${people.user.token}`,
    `bearer ${people.user.token}`,
    `Bearer ${forged(rightClaims(people.user))}`,
  ]) {
    const response = await t.send(mine, { params: { email: people.user.email }, headers: { authorization } });
    expect(response.statusCode).toBe(200);
  }
});

// Security: H01, R48
test("a hostile Authorization header is 401 on endpoints that require a sign-in, never 500", async () => {
  for (const [what, authorization] of Object.entries(hostileHeaders(people.user))) {
    for (const call of [users.getUser, users.listUsers, surveys.createSurvey]) {
      const response = await t.send(call, { params: { email: people.user.email }, headers: { authorization } });
      expect([response.statusCode, response.json().status], what).toEqual([401, 401]);
    }
  }
});

test("on public endpoints a hostile Authorization header counts as a visitor's, never as an error", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const survey = await linkSurveys(() => ({ t, ...people })).make();
  const meeting = (await t.request(createMeeting, { as: people.surveyor, body: { name: "Assembly" } })).insertedId;
  const closed = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id: closed } });
  // Streams do not authenticate.
  const reads = [...endpoints.values()].filter(
    (endpoint) => endpoint.access === "anyone" && endpoint.method === "GET" && !("stream" in endpoint),
  );
  expect(reads.length).toBeGreaterThan(5);
  for (const [what, authorization] of Object.entries(hostileHeaders(people.admin))) {
    for (const endpoint of reads) {
      const response = await t.send(endpoint, {
        params: { id: endpoint === getSurveyMinutes ? closed : id, survey, meeting, page: "privacy" },
        ...(endpoint === listTotals && { query: { surveys: id } }),
        ...(endpoint === listSimilarSurveys && { query: { title: "A question?" } }),
        ...(endpoint === getOembed && { query: { url: `${t.config.publicUrl}/surveydetails/${id}` } }),
        headers: { authorization },
      });
      expect(response.statusCode, `${what} ${endpoint.path}`).toBe(200);
      expect(response.payload, `${what} ${endpoint.path}`).not.toContain(people.surveyor.email);
    }
  }
});

// Security: H01
test("raw bytes in the header, which no client library sends, get 401 too", async () => {
  for (const bytes of [
    Buffer.from("Bearer \u{1F600}.ä.ö"),
    Buffer.from([0x42, 0x65, 0x61, 0x72, 0x65, 0x72, 0x20, 0xff, 0xfe]),
  ]) {
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /api/all/user HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: ");
    socket.write(bytes);
    socket.write("\r\n\r\n");
    let response = "";
    for await (const chunk of socket.setEncoding("latin1")) response += chunk;
    expect(response).toMatch(/^HTTP\/1\.1 401 /);
  }
});

// Security: R47
test("a demoted user loses the old role's access within a second, and a promoted one gains the new role's", async () => {
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const person = await makePerson(t.database, t.tokens);
  expect((await t.send(users.listUsers, { as: admin })).statusCode).toBe(200);
  expect((await t.send(users.listUsers, { as: person })).statusCode).toBe(403);
  await t.request(users.setUserRole, { as: people.admin, params: { id: admin.id }, body: { role: "user" } });
  await t.request(users.setUserRole, { as: people.admin, params: { id: person.id }, body: { role: "admin" } });
  await new Promise((resolve) => setTimeout(resolve, 1001));
  expect((await t.send(users.listUsers, { as: admin })).statusCode).toBe(403);
  expect((await t.send(users.listUsers, { as: person })).statusCode).toBe(200);
});

// Security: R42
test("a session ends thirty days after it began, however often it is used", async () => {
  const began = async (daysAgo: number) => {
    const person = await makePerson(t.database, t.tokens);
    await t.database.db
      .updateTable("sessions")
      .set({ created_at: Date.now() - daysAgo * DAY_MS })
      .where("id", "=", person.sessionId)
      .execute();
    return (await t.send(mine, { as: person, params: { email: person.email } })).statusCode;
  };
  expect([await began(29.9), await began(30.1)]).toEqual([200, 401]);
});

test("an expired session doesn't give access", async () => {
  const person = await makePerson(t.database, t.tokens);
  await t.database.db
    .updateTable("sessions")
    .set({ expires_at: Date.now() - 1 })
    .where("id", "=", person.sessionId)
    .execute();
  expect(await t.refused(mine, { as: person, params: { email: person.email } })).toMatchObject({
    status: 401,
    code: "sessionEnded",
  });
});
