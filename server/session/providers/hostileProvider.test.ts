import { createServer, type Server } from "node:http";
import * as session from "@survey-app/contract/session/session.ts";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { countRows } from "../../testing/countRows.sql.ts";
import { findIdentities } from "../../testing/identities.sql.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";

// As in production, with Google's own URLs, whose hosts lead to a server of this test that responds with whatever
// a test sets.
const PUBLIC_URL = "https://survey.example";
const CLIENT = { id: "our-client", secret: "our-secret" };
const GOOGLE = new Set(["https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v3/certs"]);

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let t: TestApp;
let server: Server;
let address: string;
let keys: Keys;
let otherKeys: Keys;
let email: string;
/** The response of the token endpoint. */
let answer: (form: URLSearchParams) => Promise<{ status?: number; body: string; location?: string }>;
/** The requests that it received. */
let asked: URLSearchParams[];
const fetchFor = globalThis.fetch;

beforeAll(async () => {
  keys = await generateKeyPair("RS256", { extractable: true });
  otherKeys = await generateKeyPair("RS256", { extractable: true });
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: "k", alg: "RS256", use: "sig" }] });
  server = createServer(async (request, response) => {
    if (request.method === "GET") return void response.setHeader("content-type", "application/json").end(jwks);
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    asked.push(form);
    const { status = 200, body, location } = await answer(form);
    response.writeHead(status, { "content-type": "application/json", ...(location && { location }) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}`;
  t = await testApp({ publicUrl: PUBLIC_URL, google: CLIENT });
});
beforeEach(() => {
  email = `${crypto.randomUUID()}@example.net`;
  asked = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((to, init) => {
    expect(GOOGLE).toContain(String(to));
    return fetchFor(address + new URL(String(to)).pathname, init);
  });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await t.close();
  server.close();
});

/** Valid claims; each test invalidates one. */
const claims = (nonce: string): JWTPayload => ({
  iss: "https://accounts.google.com",
  aud: CLIENT.id,
  sub: `subject-${email}`,
  iat: now(),
  exp: now() + 600,
  nonce,
  email,
  email_verified: true,
  name: "Gerda Google",
});
const now = () => Math.floor(Date.now() / 1000);
const sign = (payload: JWTPayload, by: Keys = keys) =>
  new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "k" }).sign(by.privateKey);

const tokens = (id_token: string) => ({
  body: JSON.stringify({
    id_token,
    token_type: "Bearer",
    access_token: "an-access-token",
    refresh_token: "a-refresh-token",
    expires_in: 60,
  }),
});

/** Signs in from the button to the final redirect. `make` creates the response of the token endpoint. */
async function signIn(make: (nonce: string) => Promise<{ status?: number; body: string; location?: string }>) {
  const begun = await t.send(session.signInWithProvider, { body: { provider: "google", callbackURL: "/profile" } });
  const url = new URL(begun.json().url);
  answer = () => make(url.searchParams.get("nonce") ?? "");
  const cookie = begun.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");
  const query = new URLSearchParams({ state: url.searchParams.get("state") ?? "", code: "4/0a-code" });
  const answered = await t.app.inject({ url: `/api/auth/callback/google?${query}`, headers: { cookie } });
  expect(answered.statusCode, answered.payload).toBe(302);
  return { url, location: answered.headers.location, cookies: answered.cookies, begun };
}

const welcome = "/login?with=google&returnTo=%2Fprofile";
const refused = "/login?with=google&error=unconfirmed&returnTo=%2Fprofile";

test("a valid identity token signs in; cookies are __Host-, and the client secret goes only to the provider's token endpoint", async () => {
  const { url, location, cookies, begun } = await signIn(async (nonce) => tokens(await sign(claims(nonce))));
  expect(location).toBe(welcome);
  expect(url.origin + url.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
  expect(url.searchParams.get("redirect_uri")).toBe(`${PUBLIC_URL}/api/auth/callback/google`);
  expect(url.href).not.toContain(CLIENT.secret);
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    grant_type: "authorization_code",
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    code: "4/0a-code",
    code_verifier: expect.stringMatching(/^[\w-]{43,128}$/),
    redirect_uri: `${PUBLIC_URL}/api/auth/callback/google`,
  });
  for (const cookie of [...begun.cookies, ...cookies])
    expect(cookie).toMatchObject({ name: expect.stringMatching(/^__Host-/), secure: true, httpOnly: true, path: "/" });
  expect(cookies.some(({ name, value }) => name.endsWith("session_token") && value !== "")).toBe(true);
  // None of the provider's tokens is stored.
  expect(await findIdentities(t.database, email)).toMatchObject([{ providerId: "google" }]);
  expect(JSON.stringify(await t.database.db.selectFrom("accounts").selectAll().execute())).not.toMatch(
    /eyJ|an-access|a-refresh/,
  );
});

describe("an invalid identity token never signs in", () => {
  const spoilt: [string, (nonce: string) => string | Promise<string>][] = [
    ["of another nonce", () => sign(claims("another-nonce"))],
    ["without a nonce", () => sign({ ...claims(""), nonce: undefined })],
    ["for another audience", (nonce) => sign({ ...claims(nonce), aud: "another-client" })],
    [
      "for us among others, given to another",
      (nonce) => sign({ ...claims(nonce), aud: [CLIENT.id, "other"], azp: "other" }),
    ],
    ["for us, given to another", (nonce) => sign({ ...claims(nonce), azp: "other" })],
    ["of another issuer", (nonce) => sign({ ...claims(nonce), iss: "https://evil.example" })],
    ["that has ended", (nonce) => sign({ ...claims(nonce), exp: now() - 60 })],
    ["from the future", (nonce) => sign({ ...claims(nonce), iat: now() + 120 })],
    ["that never ends", (nonce) => sign({ ...claims(nonce), exp: undefined })],
    ["signed by another key", (nonce) => sign(claims(nonce), otherKeys)],
    ["with alg none", (nonce) => new UnsecuredJWT(claims(nonce)).encode()],
    [
      "signed with our secret instead of the provider's key",
      (nonce) =>
        new SignJWT(claims(nonce)).setProtectedHeader({ alg: "HS256", kid: "k" }).sign(Buffer.from(CLIENT.secret)),
    ],
    ["without a subject", (nonce) => sign({ ...claims(nonce), sub: undefined })],
    ["with an endless subject", (nonce) => sign({ ...claims(nonce), sub: "s".repeat(300) })],
    ["with a subject that no database takes", (nonce) => sign({ ...claims(nonce), sub: "a\u0000b" })],
    ["that is no token", () => "not.a.token"],
    ["cut short", async (nonce) => (await sign(claims(nonce))).slice(0, -20)],
  ];
  test.each(spoilt)("%s", async (_, make) => {
    const before = await countRows(t.database);
    const { location, cookies } = await signIn(async (nonce) => tokens(await make(nonce)));
    expect(location).toBe(refused);
    expect(cookies.filter(({ value }) => value !== "")).toEqual([]);
    expect(await countRows(t.database)).toEqual(before);
  });
});

describe("a provider that misbehaves", () => {
  test.each([
    ["an error", { status: 500, body: "{}" }],
    ["that the code is bad", { status: 400, body: '{"error":"invalid_grant"}' }],
    ["no JSON", { body: "<html>" }],
    ["JSON that is no object", { body: "null" }],
    ["no identity token", { body: '{"access_token":"x","token_type":"Bearer"}' }],
    ["a redirect elsewhere", { status: 307, body: "", location: "https://evil.example/token" }],
  ])("responds %s", async (_, answered) => {
    const { location, cookies } = await signIn(async () => answered);
    expect(location).toBe(refused);
    expect(cookies.filter(({ value }) => value !== "")).toEqual([]);
  });

  test("is down", async () => {
    vi.mocked(globalThis.fetch).mockImplementation((_to, init) => fetchFor("http://127.0.0.1:1/token", init));
    expect((await signIn(async () => ({ body: "" }))).location).toBe(refused);
  });

  test("never responds: after five seconds the user is sent back", async () => {
    const fiveSeconds = new AbortController();
    const timer = vi.spyOn(AbortSignal, "timeout").mockReturnValue(fiveSeconds.signal);
    const { location } = await signIn(() => {
      // The provider has the request and doesn't respond.
      fiveSeconds.abort(new DOMException("", "TimeoutError"));
      return new Promise(() => {});
    });
    expect(timer).toHaveBeenCalledWith(5000);
    expect(location).toBe(refused);
  });
});

test("a provider's claims must satisfy our own rules", async () => {
  const table: [Partial<Record<string, unknown>>, { displayName: string; photoURL: string | null }][] = [
    [{ name: "  Ann\u202egnp  " }, { displayName: "LOCAL", photoURL: null }],
    [
      { name: 7, picture: "https://pictures.example/a.png" },
      { displayName: "LOCAL", photoURL: "https://pictures.example/a.png" },
    ],
    [
      { name: `${"n".repeat(79)}😀😀`, picture: "javascript:alert(1)" },
      { displayName: "n".repeat(79), photoURL: null },
    ],
    [{ picture: "http://pictures.example/a.png" }, { displayName: "Gerda Google", photoURL: null }],
  ];
  for (const [said, stored] of table) {
    email = `${crypto.randomUUID()}@Example.NET`;
    const { location, cookies } = await signIn(async (nonce) => tokens(await sign({ ...claims(nonce), ...said })));
    expect(location).toBe(welcome);
    const cookie = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");
    const current = await t.send(session.getSession, { headers: { cookie } });
    const displayName = stored.displayName === "LOCAL" ? email.split("@")[0] : stored.displayName;
    expect(current.json().user).toMatchObject({ ...stored, displayName, email: email.toLowerCase() });
  }
});

test("an address at an internationalized domain is stored in ASCII and shown as people write it, however the provider writes it", async () => {
  const name = crypto.randomUUID();
  for (const said of [`${name}@Müller.example`, `${name}@xn--mller-kva.example`]) {
    const { location, cookies } = await signIn(async (nonce) => tokens(await sign({ ...claims(nonce), email: said })));
    expect(location).toBe(welcome);
    const cookie = cookies.map(({ name: key, value }) => `${key}=${encodeURIComponent(value)}`).join("; ");
    const current = await t.send(session.getSession, { headers: { cookie } });
    expect(current.json().user.email).toBe(`${name}@müller.example`);
    expect(await findIdentities(t.database, `${name}@xn--mller-kva.example`)).toHaveLength(1);
  }
});

test("an address counts as confirmed only if the provider's claim is true, as a boolean or as text", async () => {
  for (const [said, isConfirmed] of [
    [true, true],
    ["true", true],
    [1, false],
    [undefined, false],
  ]) {
    email = `${crypto.randomUUID()}@example.net`;
    await signIn(async (nonce) => tokens(await sign({ ...claims(nonce), email_verified: said })));
    expect((await findIdentities(t.database, email))[0]?.emailVerified, String(said)).toBe(isConfirmed);
  }
});

test("a provider without a valid email address creates no account", async () => {
  for (const said of [undefined, null, "", "no address", ["a@example.net"], `${"a".repeat(300)}@example.net`]) {
    const { location } = await signIn(async (nonce) => tokens(await sign({ ...claims(nonce), email: said })));
    expect(location).toBe("/login?with=google&error=noEmail&returnTo=%2Fprofile");
  }
});

test("the same subject is the same user, whatever address the provider returns the next time", async () => {
  const sub = "one-subject";
  await signIn(async (nonce) => tokens(await sign({ ...claims(nonce), sub })));
  const first = email;
  email = `${crypto.randomUUID()}@example.net`;
  expect((await signIn(async (nonce) => tokens(await sign({ ...claims(nonce), sub })))).location).toBe(welcome);
  expect(await findIdentities(t.database, first)).toHaveLength(1);
  expect(await findIdentities(t.database, email)).toEqual([]);
});

// Security: H14
test("the log doesn't contain a code, token, secret, address or stack of a failed sign-in", async () => {
  const lines: string[] = [];
  const errors = vi.spyOn(console, "error").mockImplementation((...each) => void lines.push(each.join(" ")));
  const loud = await testApp({ publicUrl: PUBLIC_URL, google: CLIENT, logLevel: "info" });
  const quiet = t;
  // Collects the log of the app and all its requests instead of process.stdout.
  const stream = Object.getOwnPropertySymbols(loud.app.log).find(({ description }) => description === "pino.stream");
  const { [stream as symbol]: sink } = loud.app.log as unknown as Record<symbol, { write(line: string): void }>;
  if (!sink) throw new Error("The log has no stream");
  vi.spyOn(sink, "write").mockImplementation((line) => void lines.push(line));
  try {
    t = loud;
    await signIn(async () => tokens(await sign(claims("another-nonce"))));
    await signIn(async () => ({ status: 500, body: "secret-answer" }));
    await t.app.inject("/api/auth/callback/google?state=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx&code=4/0a-code");
    await t.app.inject("/api/auth/callback/google?code=4/0a-code");
  } finally {
    t = quiet;
    await loud.close();
  }
  const log = lines.join("");
  expect(log).toContain("a provider's identity token is not valid");
  for (const secret of ["4/0a-code", "eyJ", CLIENT.secret, email, "secret-answer", "    at "])
    expect(log).not.toContain(secret);
  expect(errors).not.toHaveBeenCalled();
});

test("production doesn't have a stand-in: no page, no provider, and the endpoint returns 404", async () => {
  const production = await testApp({ publicUrl: PUBLIC_URL, sandbox: false });
  try {
    for (const provider of ["google", "facebook"]) {
      const problem = await production.refused(session.signInWithProvider, { body: { provider, callbackURL: "/" } });
      expect([problem.status, problem.code]).toEqual([404, "providerOff"]);
      for (const path of ["auth", "token", "jwks", ".well-known/openid-configuration", "choice/x"])
        expect((await production.app.inject(`/sandbox/${provider}/${path}`)).statusCode).toBe(404);
      const back = await production.app.inject(`/api/auth/callback/${provider}?state=x&code=y`);
      expect([back.statusCode, back.headers.location]).toEqual([302, `/login?with=${provider}&error=stale`]);
    }
    expect((await production.app.inject("/api/auth/callback/github?state=x&code=y")).statusCode).toBe(404);
  } finally {
    await production.close();
  }
});

test("only a provider that is not configured has a stand-in", async () => {
  const mixed = await testApp({ google: CLIENT, sandbox: true });
  try {
    const url = async (provider: string) =>
      (await mixed.send(session.signInWithProvider, { body: { provider } })).json<{ url: string }>().url;
    expect(await url("google")).toMatch(/^https:\/\/accounts\.google\.com\//);
    expect(await url("facebook")).toMatch(/^http:\/\/localhost:3000\/sandbox\/facebook\/auth\?/);
    expect((await mixed.app.inject("/sandbox/google/jwks")).statusCode).toBe(404);
    expect((await mixed.app.inject("/sandbox/facebook/jwks")).statusCode).toBe(200);
  } finally {
    await mixed.close();
  }
});

test("callbacks are limited to 300 per client address in 15 minutes; then the login page says so", async () => {
  const limited = await testApp({ google: CLIENT, limits: true });
  try {
    const back = async () => (await limited.app.inject("/api/auth/callback/google")).headers.location;
    const all = await Promise.all(Array.from({ length: 305 }, back));
    expect(all.filter((location) => location?.endsWith("error=stale"))).toHaveLength(300);
    expect(all.filter((location) => location?.endsWith("error=tooFast"))).toHaveLength(5);
  } finally {
    await limited.close();
  }
});
