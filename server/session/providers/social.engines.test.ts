import { setUpSecondFactor, signInWithCode, turnOnSecondFactor } from "@survey-app/contract/session/secondFactor.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUpBody } from "../../testing/accounts.ts";
import { appOf } from "../../testing/authenticatorApp.ts";
import { Browser, freePort } from "../../testing/browser.ts";
import { countRows } from "../../testing/countRows.sql.ts";
import { findIdentities, setEmailVerified } from "../../testing/identities.sql.ts";
import { makePerson, type Person } from "../../testing/people.ts";
import * as social from "../../testing/social.ts";
import { untilCallback, untilLogin } from "../../testing/social.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { SECRET } from "../../testing/testConfig.ts";
import { createTokens } from "../tokens.ts";

// The stand-in is a real OpenID provider, used over real connections.
let t: TestApp;
let origin: string;
let browser: Browser;
let email: string;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  t = await testApp({ publicUrl: origin, sandbox: true });
  await t.app.listen({ port, host: "127.0.0.1" });
});
afterAll(() => t.close());
beforeEach(() => {
  browser = new Browser();
  email = `${crypto.randomUUID()}@example.net`;
});

const begin = (provider?: session.Provider, callbackURL?: string, by = browser) =>
  social.begin(t, by, provider, callbackURL);
const choose = (url: string, form: Record<string, string>, until?: RegExp) => social.choose(browser, url, form, until);
const signInBy = (provider: session.Provider, form: Record<string, string>, returnTo?: string) =>
  social.signInBy(t, provider, form, { browser, ...(returnTo && { returnTo }) });
const whoIsSignedIn = (by = browser) => social.whoIsSignedIn(t, by);
const person = (form: Record<string, string> = {}) => ({ name: "Gerda Google", email, confirmed: "on", ...form });

/** A user who has just created an account through Google. */
async function newcomer() {
  await signInBy("google", person());
  const headers = { cookie: social.cookiesOf(browser) };
  const as = (await t.send(session.createAccessToken, { body: { email }, headers })).json<Person>();
  return { as, id: (await whoIsSignedIn())?.id ?? "" };
}

const landed = (url: URL) => url.pathname + url.search;

describe.each(["google", "facebook"] as const)("through %s", (provider) => {
  test("a new user gets an account, is signed in and returns to the page they came from", async () => {
    const end = await signInBy(provider, person(), "/surveysPages?q=a%20b");
    expect(landed(end)).toBe(`/login?with=${provider}&returnTo=%2FsurveysPages%3Fq%3Da%2520b`);
    expect(await whoIsSignedIn()).toEqual({
      id: expect.any(String),
      email,
      displayName: "Gerda Google",
      photoURL: null,
    });
    expect(await findIdentities(t.database, email)).toEqual([
      { role: "user", status: "Verified", emailVerified: true, providerId: provider },
    ]);
  });

  test("the same provider account leads to the same account the next time", async () => {
    await signInBy(provider, person());
    const first = await whoIsSignedIn();
    browser = new Browser();
    expect(landed(await signInBy(provider, person({ name: "Another Name" })))).toBe(`/login?with=${provider}`);
    expect(await whoIsSignedIn()).toEqual(first);
    expect(await findIdentities(t.database, email)).toHaveLength(1);
  });

  test("a user who cancels returns to the login page with a message, and is not signed in", async () => {
    const end = await signInBy(provider, { cancel: "1" }, "/profile");
    expect(landed(end)).toBe(`/login?with=${provider}&error=cancelled&returnTo=%2Fprofile`);
    expect(await whoIsSignedIn()).toBeNull();
  });
});

// Security: R39
test("an account created through one provider is found by the other only if both have confirmed the address", async () => {
  await signInBy("google", person());
  const first = await whoIsSignedIn();
  browser = new Browser();
  await signInBy("facebook", person());
  expect(await whoIsSignedIn()).toEqual(first);
  expect((await findIdentities(t.database, email)).map(({ providerId }) => providerId).sort()).toEqual([
    "facebook",
    "google",
  ]);
});

describe("an address that has an account with a password", () => {
  const password = "Kettle-on7!";
  test.each([
    { local: true, provider: true, isLinked: true },
    { local: true, provider: false, isLinked: false },
    { local: false, provider: true, isLinked: true },
    { local: false, provider: false, isLinked: false },
  ])("confirmed here: $local, by the provider: $provider → connected: $isLinked", async (row) => {
    const name = "Paul Password";
    await t.send(session.signUp, { body: signUpBody({ name, email, password }) });
    await setEmailVerified(t.database, email, row.local);
    const { confirmed, ...unconfirmed } = person();
    const end = await signInBy("google", row.provider ? { ...unconfirmed, confirmed } : unconfirmed);
    expect(landed(end)).toBe(row.isLinked ? "/login?with=google" : "/login?with=google&error=taken");
    const user = await whoIsSignedIn();
    expect(user && { email: user.email, displayName: user.displayName }).toEqual(
      row.isLinked ? { email, displayName: name } : null,
    );
    const identities = await findIdentities(t.database, email);
    // The first user to prove the address keeps the account alone (provenAddress.test.ts).
    const isTaken = !row.local && row.provider;
    expect(identities.map(({ providerId }) => providerId).sort()).toEqual([
      ...(isTaken ? [] : ["credential"]),
      ...(row.isLinked ? ["google"] : []),
    ]);
    expect(identities[0]?.emailVerified).toBe(row.local || row.isLinked);
    expect((await t.send(session.signIn, { body: { email, password } })).statusCode).toBe(isTaken ? 422 : 200);
  });
});

test("a new user with an unconfirmed address gets an account with an unconfirmed address", async () => {
  await signInBy("google", { name: "Ugo", email });
  expect(await whoIsSignedIn()).toMatchObject({ email });
  expect(await findIdentities(t.database, email)).toMatchObject([{ emailVerified: false, providerId: "google" }]);
});

test("a sign-in without an email address creates no account", async () => {
  const { users: before } = await countRows(t.database);
  expect(landed(await signInBy("google", person({ email: "" })))).toBe("/login?with=google&error=noEmail");
  expect(await whoIsSignedIn()).toBeNull();
  expect((await countRows(t.database)).users).toBe(before);
});

test("an address at deleted.invalid doesn't get an account; an account that already has one signs in", async () => {
  const { users: before } = await countRows(t.database);
  for (const address of [`${crypto.randomUUID()}@deleted.invalid`, "gerda@Mail.Deleted.Invalid"]) {
    browser = new Browser();
    expect(landed(await signInBy("google", person({ email: address })))).toBe("/login?with=google&error=ofDeleted");
    expect(await whoIsSignedIn()).toBeNull();
  }
  expect((await countRows(t.database)).users).toBe(before);
  browser = new Browser();
  const { id } = await newcomer();
  const former = `${crypto.randomUUID()}@deleted.invalid`;
  await t.database.db.updateTable("users").set({ email: former }).where("id", "=", id).execute();
  browser = new Browser();
  expect(landed(await signInBy("google", person()))).toBe("/login?with=google");
  expect(await whoIsSignedIn()).toMatchObject({ id, email: former });
});

test("an account created through a provider doesn't have a password to sign in with", async () => {
  await newcomer();
  expect((await t.send(session.signIn, { body: { email, password: "Kettle-on7!" } })).statusCode).toBe(422);
});

test("signing in again through a provider ends the browser's previous session", async () => {
  const { as } = await newcomer();
  await signInBy("google", person());
  expect(await whoIsSignedIn()).toMatchObject({ email });
  expect((await t.send(users.getUser, { as, params: { email } })).statusCode).toBe(401);
});

test("a blocked user gets a message and is not signed in through any provider", async () => {
  const { as, id } = await newcomer();
  await t.request(users.setUserStatus, {
    as: await makePerson(t.database, createTokens(SECRET, origin), { role: "admin" }),
    params: { id },
    body: { status: users.BLOCKED },
  });
  expect((await t.send(users.getUser, { as, params: { email } })).statusCode).toBe(401);
  browser = new Browser();
  expect(landed(await signInBy("google", person()))).toBe("/login?with=google&error=blocked");
  expect(await whoIsSignedIn()).toBeNull();
});

// Security: H07, R21
test.each([
  ["//evil.example", null],
  ["https://evil.example/", null],
  ["/\\evil.example", null],
  ["/%2f%2fevil.example", null],
  ["javascript:alert(1)", null],
  ["/%09/evil.example", null],
  ["/login?returnTo=/x", null],
  ["/dashboard/adminHome", "/dashboard/adminHome"],
])("the return URL %j leads to %j", async (callbackURL, returnTo) => {
  const end = await choose(await begin("google", callbackURL), { cancel: "1" }, untilLogin);
  expect(end.origin).toBe(origin);
  expect([end.pathname, end.searchParams.get("returnTo")]).toEqual(["/login", returnTo]);
});

describe("a callback that was tampered with leads to the login page, signed out", () => {
  const back = async () => choose(await begin(), person(), untilCallback);

  test("a repeated callback is stale, and ends no session", async () => {
    const url = await back();
    await browser.go(url.href, { until: untilLogin });
    expect(await whoIsSignedIn()).toMatchObject({ email });
    const other = new Browser();
    other.cookies.set("survey-app.sign_in", { value: "x", path: "/" });
    for (const by of [browser, other]) {
      await by.go(url.href, { until: untilLogin });
      expect(by.went.at(-1)).toBe(`${origin}/login?with=google&error=stale`);
    }
    expect(await whoIsSignedIn(other)).toBeNull();
    expect(await whoIsSignedIn()).toMatchObject({ email });
  });

  test("another state, none, or one of another sign-in", async () => {
    const url = await back();
    const other = new URL(await begin("google", "/", new Browser())).searchParams.get("state") ?? "";
    for (const state of [other, "x".repeat(32), "", "%00", "a b", "x".repeat(5000)]) {
      url.searchParams.set("state", state);
      await browser.go(url.href, { until: untilLogin });
      expect(browser.went.at(-1), state).toBe(`${origin}/login?with=google&error=stale`);
      expect(await whoIsSignedIn()).toBeNull();
    }
  });

  // Security: R40
  test("a callback in a browser that did not start it", async () => {
    const url = await back();
    browser = new Browser();
    await browser.go(url.href, { until: untilLogin });
    expect(browser.went.at(-1)).toBe(`${origin}/login?with=google&error=stale`);
    expect(await whoIsSignedIn()).toBeNull();
  });

  test("another code, or none", async () => {
    for (const [code, error] of [
      ["forged", "unconfirmed"],
      ["", "stale"],
    ]) {
      browser = new Browser();
      const url = await back();
      url.searchParams.set("code", code ?? "");
      await browser.go(url.href, { until: untilLogin });
      expect(browser.went.at(-1)).toBe(`${origin}/login?with=google&error=${error}`);
      expect(await whoIsSignedIn()).toBeNull();
    }
  });

  test("an error whose name every object has", async () => {
    const url = await back();
    url.searchParams.delete("code");
    url.searchParams.set("error", "constructor");
    await browser.go(url.href, { until: untilLogin });
    expect(browser.went.at(-1)).toBe(`${origin}/login?with=google&error=failed`);
  });

  // Security: R40
  test("a code of one provider at the other's callback", async () => {
    const url = await back();
    url.pathname = url.pathname.replace("google", "facebook");
    await browser.go(url.href, { until: untilLogin });
    expect(browser.went.at(-1)).toMatch(/with=facebook&error=unconfirmed$/);
    expect(await whoIsSignedIn()).toBeNull();
  });

  test.each([
    "",
    "?code=x",
    "?state=a&state=b&code=x&code=y",
    "?error=access_denied",
    "?error=%3Cscript%3E&error_description=%3Cscript%3E",
    "?state=%ff&code=%00",
    "?code[]=x&state[$ne]=1",
  ])("a callback with only invalid parameters: %j", async (search) => {
    const response = await t.app.inject(`/api/auth/callback/google${search}`);
    expect([response.statusCode, response.headers.location]).toEqual([302, "/login?with=google&error=stale"]);
    expect(response.headers["cache-control"]).toBe("no-store");
  });
});

// Security: R40
test("the provider gets PKCE, a nonce, a state and our callback URL, and the state's cookie is only for our host", async () => {
  const response = await t.send(session.signInWithProvider, { body: { provider: "google", callbackURL: "/" } });
  const url = new URL(response.json().url);
  expect(url.origin + url.pathname).toBe(`${origin}/sandbox/google/auth`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: "survey-app",
    scope: "openid email profile",
    redirect_uri: `${origin}/api/auth/callback/google`,
    state: expect.stringMatching(/^[\w-]{32,}$/),
    nonce: expect.stringMatching(/^[\w-]{32,}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
  expect(response.cookies).toMatchObject([{ httpOnly: true, sameSite: "Lax", path: "/", maxAge: 600 }]);
});

test("names from a provider must satisfy our rules", async () => {
  for (const [sent, stored] of [
    ["  Zoë Ü.  ", "Zoë Ü."],
    ["Z".repeat(80), "Z".repeat(80)],
  ] as const) {
    browser = new Browser();
    email = `${crypto.randomUUID()}@example.net`;
    await signInBy("google", person({ name: sent }));
    expect((await whoIsSignedIn())?.displayName).toBe(stored);
  }
});

test("two concurrent first sign-ins of one user create one account", async () => {
  const tries = [new Browser(), new Browser()];
  const ways: URL[] = [];
  for (const each of tries) {
    browser = each;
    ways.push(await choose(await begin(), person(), untilCallback));
  }
  await Promise.all(tries.map((each, index) => each.go(ways[index]?.href ?? "", { until: untilLogin })));
  expect(await findIdentities(t.database, email)).toHaveLength(1);
});

// Security: R56
test("an account with a second factor needs the code also after a sign-in with a provider", async () => {
  const { as, id } = await newcomer();
  const { secret } = await t.request(setUpSecondFactor, { as });
  const app = appOf(secret);
  await t.request(turnOnSecondFactor, { as, body: { code: app.code() } });
  browser = new Browser();
  expect(landed(await signInBy("google", person(), "/profile"))).toBe(
    "/login?with=google&step=code&returnTo=%2Fprofile",
  );
  expect(await whoIsSignedIn()).toBeNull();
  const headers = { cookie: social.cookiesOf(browser) };
  const response = await t.send(signInWithCode, { body: { code: app.code(1) }, headers });
  expect(response.json()).toMatchObject({ user: { id } });
});

// Security: R56
test("another provider becomes a way in to an account with a second factor only with the code", async () => {
  const { as, id } = await newcomer();
  const { secret } = await t.request(setUpSecondFactor, { as });
  const app = appOf(secret);
  const { recoveryCodes } = await t.request(turnOnSecondFactor, { as, body: { code: app.code() } });
  const providers = async () => (await findIdentities(t.database, email)).map(({ providerId }) => providerId).sort();
  const waiting: { cookie: string }[] = [];
  for (const each of [new Browser(), new Browser()]) {
    browser = each;
    expect(landed(await signInBy("facebook", person()))).toBe("/login?with=facebook&step=code");
    waiting.push({ cookie: social.cookiesOf(browser) });
  }
  expect(await providers()).toEqual(["google"]);
  // Two that began at the same time add it once.
  for (const [index, headers] of waiting.entries()) {
    const response = await t.send(signInWithCode, { body: { code: recoveryCodes[index] ?? "" }, headers });
    expect(response.json()).toMatchObject({ user: { id } });
    expect(await providers()).toEqual(["facebook", "google"]);
  }
});
