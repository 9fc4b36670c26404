import * as account from "@survey-app/contract/account/account.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as secondFactor from "@survey-app/contract/session/secondFactor.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { OrganizationSignIn } from "../../config/configGroups.ts";
import { pageSettings } from "../../http/pageSettings.ts";
import { cookieOf, PASSWORD, signUp, signUpBody } from "../../testing/accounts.ts";
import { apiKeyRequests } from "../../testing/apiKeyRequests.ts";
import { appOf } from "../../testing/authenticatorApp.ts";
import { Browser, freePort } from "../../testing/browser.ts";
import { type FakeProvider, fakeSigning, startFake, startFakeOrganization } from "../../testing/fakeProvider.ts";
import { findIdentities } from "../../testing/identities.sql.ts";
import { type Member, startOrganization, type TestOrganization } from "../../testing/organization.ts";
import { makePerson } from "../../testing/people.ts";
import { begin, cookiesOf, untilCallback, untilLogin, whoIsSignedIn } from "../../testing/social.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { SECRET } from "../../testing/testConfig.ts";
import { createTokens } from "../tokens.ts";

// The provider is a real one, used over real connections.
let organization: TestOrganization;
let port: number;
let publicUrl: string;
let rules: OrganizationSignIn;
let t: TestApp;

beforeAll(async () => {
  port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  organization = await startOrganization(`${publicUrl}/api/auth/callback/oidc`);
  rules = {
    issuer: organization.issuer,
    client: organization.client,
    name: "Example Ltd",
    isOnly: false,
    domains: ["staff.example", "example.net", "mail.deleted.invalid"],
    roles: { claim: "groups", admin: "survey-admins", surveyor: "survey-team" },
    scopes: ["openid", "email", "profile"],
    endsSession: false,
  };
  t = await startApp({});
  await t.app.listen({ port, host: "127.0.0.1" });
});
afterAll(async () => {
  await t.close();
  await organization.close();
});

const startApp = (settings: Partial<OrganizationSignIn>) => testApp({ publicUrl, oidc: { ...rules, ...settings } });

let someone: Member;
beforeEach(() => {
  const id = crypto.randomUUID();
  someone = { sub: id, name: "Mia Member", email: `${id}@staff.example`, email_verified: true };
});

/** Signs in as a member in a new browser. */
async function signInAs(member: Member) {
  organization.member = member;
  const browser = new Browser();
  await browser.go(await begin(t, browser, "oidc"), { until: untilLogin });
  const end = new URL(browser.went.at(-1) ?? "");
  return { end: end.pathname + end.search, user: await whoIsSignedIn(t, browser), browser };
}

const roleOf = async (email: string) => (await findIdentities(t.database, email))[0]?.role;

test("a member signs in with the claims of a provider whose endpoints are discovered, and is the same user the next time", async () => {
  const first = await signInAs(someone);
  expect(first.end).toBe("/login?with=oidc");
  expect(first.user).toMatchObject({ email: someone.email, displayName: "Mia Member" });
  const again = await signInAs({ ...someone, name: "Mia Married", email: "mia.married@staff.example" });
  expect(again.user).toEqual(first.user);
  expect(await findIdentities(t.database, someone.email ?? "")).toMatchObject([{ providerId: "oidc", role: "user" }]);
});

test("an account with a confirmed address is the member's, and shows the organization among its sign-in methods", async () => {
  const name = "Otto Owner";
  await t.send(session.signUp, { body: signUpBody({ name, email: someone.email ?? "" }) });
  const { user, browser } = await signInAs(someone);
  expect(user).toMatchObject({ displayName: name });
  const headersOfBrowser = { cookie: cookiesOf(browser) };
  const jwt = await t.send(session.createAccessToken, { body: { email: someone.email }, headers: headersOfBrowser });
  const headers = { authorization: `Bearer ${jwt.json().token}` };
  expect((await t.send(account.getMyAccount, { headers })).json()).toMatchObject({ providers: ["oidc"] });
});

// Security: R39
test("the same subject at another issuer is another person", async () => {
  const first = await signInAs(someone);
  const moved = await t.database.db
    .selectFrom("accounts")
    .select("account_id")
    .where("user_id", "=", first.user?.id ?? "")
    .execute();
  expect(moved).toEqual([{ account_id: `${organization.issuer} ${someone.sub}` }]);
});

test.each([
  ["of another domain", { email: "mia@elsewhere.example" }],
  ["that only ends like an allowed one", { email: "mia@evil-staff.example" }],
  ["of a subdomain", { email: "mia@sub.staff.example" }],
  ["that the provider has not confirmed", { email_verified: false }],
  ["that is missing", { email: undefined }],
])("only members with a confirmed address of an allowed domain may sign in: not with one %s", async (_, claims) => {
  const member = Object.fromEntries(
    Object.entries({ ...someone, ...claims }).filter(([, value]) => value !== undefined),
  );
  const { end, user } = await signInAs(member as unknown as Member);
  expect([end, user]).toEqual(["/login?with=oidc&error=domain", null]);
});

test("a member with an address at deleted.invalid is told why, whatever domains are allowed", async () => {
  const { end, user } = await signInAs({ ...someone, email: "mia@mail.deleted.invalid" });
  expect([end, user]).toEqual(["/login?with=oidc&error=ofDeleted", null]);
});

test("the claim decides the role at each sign-in, in both directions, and the audit log says so; the last admin stays", async () => {
  const email = someone.email ?? "";
  const roles: [Member["groups"], string][] = [
    [["others", "survey-team"], "surveyor"],
    [["survey-admins", "survey-team"], "admin"],
  ];
  for (const [groups, role] of roles) {
    expect((await signInAs({ ...someone, ...(groups && { groups }) })).end).toBe("/login?with=oidc");
    expect(await roleOf(email)).toBe(role);
  }
  // Otherwise no admin would be left to undo it.
  await signInAs(someone);
  expect(await roleOf(email)).toBe("admin");
  const admin = await makePerson(t.database, createTokens(SECRET, publicUrl), { role: "admin" });
  await signInAs({ ...someone, groups: "survey-team" });
  expect(await roleOf(email)).toBe("surveyor");
  await signInAs(someone);
  expect(await roleOf(email)).toBe("user");
  const events = await t.request(listAuditEvents, { as: admin, query: { q: email } });
  expect(events.map(({ by, before, after }) => [by, before.role, after.role])).toEqual([
    ["setting", "surveyor", "user"],
    ["setting", "admin", "surveyor"],
    ["setting", "surveyor", "admin"],
    ["setting", "user", "surveyor"],
  ]);
});

// Security: R56
test("the claim changes the role of an account with a second factor only when its code was entered", async () => {
  const email = someone.email ?? "";
  const { browser } = await signInAs(someone);
  const first = { cookie: cookiesOf(browser) };
  const { token } = (await t.send(session.createAccessToken, { body: { email }, headers: first })).json();
  const headers = { authorization: `Bearer ${token}` };
  const { secret } = (await t.send(secondFactor.setUpSecondFactor, { headers })).json();
  const app = appOf(secret);
  await t.send(secondFactor.turnOnSecondFactor, { headers, body: { code: app.code() } });
  const withoutCode = await signInAs({ ...someone, groups: ["survey-admins"] });
  expect(withoutCode.end).toMatch(/^\/login\?/);
  expect([withoutCode.user, await roleOf(email)]).toEqual([null, "user"]);
  const finish = (code: string) =>
    t.send(secondFactor.signInWithCode, { body: { code }, headers: { cookie: cookiesOf(withoutCode.browser) } });
  expect((await finish("000000")).statusCode).toBe(422);
  expect(await roleOf(email)).toBe("user");
  const signedIn = await finish(app.code(1));
  expect([signedIn.statusCode, await roleOf(email)]).toEqual([200, "admin"]);
  const cookie = cookieOf(signedIn);
  const renewed = await t.send(session.createAccessToken, { body: { email }, headers: { cookie } });
  const asAdmin = { authorization: `Bearer ${renewed.json().token}` };
  expect((await t.send(users.listUsers, { headers: asAdmin })).statusCode).toBe(200);
});

test("without a role claim admins decide the roles here, and signing in changes none", async () => {
  const own = await startApp({ roles: null });
  onTestFinished(() => own.close());
  organization.member = { ...someone, groups: ["survey-admins"] };
  for (const role of ["user", "surveyor"] as const) {
    const browser = new Browser();
    await browser.go(await begin(own, browser, "oidc"), { until: untilCallback });
    const { pathname, search } = new URL(browser.went.at(-1) ?? "");
    const back = await own.app.inject({ url: pathname + search, headers: { cookie: cookiesOf(browser) } });
    expect(back.headers.location).toBe("/login?with=oidc");
    expect(await findIdentities(own.database, someone.email ?? "")).toMatchObject([{ role }]);
    await own.database.db.updateTable("users").set({ role: "surveyor" }).execute();
  }
});

describe("while the provider is away", () => {
  test("the other sign-in methods work, and its own again as soon as it is back", async () => {
    const away = await freePort();
    const own = await startApp({ issuer: `http://127.0.0.1:${away}` });
    onTestFinished(() => own.close());
    const start = () => own.send(session.signInWithProvider, { body: { provider: "oidc" } });
    const refused = await start();
    expect([refused.statusCode, refused.json().code]).toEqual([503, "providerAway"]);
    await signUp(own);
    const back = await startOrganization(`${publicUrl}/api/auth/callback/oidc`, away);
    onTestFinished(() => back.close());
    expect((await start()).json()).toMatchObject({ url: expect.stringMatching(`^http://127.0.0.1:${away}/auth\\?`) });
  });

  test.each([
    ["never ends", (address: string) => ({ issuer: address, padding: "x".repeat(300_000) })],
    ["is another issuer's", () => ({ issuer: "https://evil.example" })],
    ["is no object", () => null],
    ["has no endpoints", (address: string) => ({ issuer: address })],
  ])("a discovery document that %s counts as away", async (_, document) => {
    const { address, close } = await startFake((own) => JSON.stringify(document(own)));
    onTestFinished(close);
    const own = await startApp({ issuer: address });
    onTestFinished(() => own.close());
    const refused = await own.send(session.signInWithProvider, { body: { provider: "oidc" } });
    expect([refused.statusCode, refused.json().code]).toEqual([503, "providerAway"]);
  });
});

// Security: R40
test.each([
  ["not signed", (claims: object) => new UnsecuredJWT({ ...claims }).encode()],
  [
    "signed with our own secret",
    (claims: object) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(rules.client.secret)),
  ],
])("a provider whose document allows it still can't sign anyone in with a token that is %s", async (_, make) => {
  const { own, location } = await signInAtFake({
    keys: [],
    makeToken: (claims) => make({ ...claims, email: someone.email }),
    metadata: () => ({ id_token_signing_alg_values_supported: ["none", "HS256", "RS256"] }),
  });
  expect(location).toBe("/login?with=oidc&error=unconfirmed");
  expect(await findIdentities(own.database, someone.email ?? "")).toEqual([]);
});

// Security: R39
test("a provider that confirms one address and names another has confirmed neither", async () => {
  const { keys, sign } = await fakeSigning();
  const confirmed = `${crypto.randomUUID()}@staff.example`;
  const { own, location } = await signInAtFake({
    keys,
    makeToken: (claims) => sign({ ...claims, email: someone.email }),
    metadata: (address) => ({ userinfo_endpoint: `${address}/userinfo` }),
    userInfo: () => JSON.stringify({ sub: "s", email: confirmed, email_verified: true }),
  });
  expect(location).toBe("/login?with=oidc");
  expect(await findIdentities(own.database, confirmed)).toEqual([]);
  expect(await findIdentities(own.database, someone.email ?? "")).toMatchObject([{ emailVerified: false }]);
});

/** Signs in at a provider that responds as a test says. */
async function signInAtFake(fake: FakeProvider) {
  const organization = await startFakeOrganization(fake, { ...rules, domains: [] }, { publicUrl });
  onTestFinished(() => organization.close());
  const { location } = await organization.signIn();
  return { own: organization.own, location };
}

test("where it is the only way to sign in, there are no passwords and no other providers", async () => {
  const own = await startApp({ isOnly: true });
  onTestFinished(() => own.close());
  const email = "a@staff.example";
  for (const [endpoint, body] of [
    [session.signUp, signUpBody({ email })],
    [session.signIn, { email, password: PASSWORD }],
    [session.signInWithProvider, { provider: "google" }],
    [account.requestPasswordReset, { email }],
    [account.resetPassword, { token: "x".repeat(43), newPassword: PASSWORD }],
  ] as const)
    expect(await own.refused(endpoint, { body }), endpoint.path).toMatchObject({ status: 404, code: "providerOff" });
  expect((await own.send(session.signInWithProvider, { body: { provider: "oidc" } })).statusCode).toBe(200);
  expect(pageSettings({ ...own.config, sandbox: true })).toMatchObject({
    providers: [{ id: "oidc", isSandbox: false }],
    organization: { name: "Example Ltd", isOnly: true },
  });
});

// Security: P01, R43
test("where it is the only way to sign in, an API key ends after a month, as sessions do: its owner may have left", async () => {
  const own = await startApp({ isOnly: true });
  onTestFinished(() => own.close());
  const { withKey, listKeys, statusOf } = apiKeyRequests(() => own);
  const owner = await makePerson(own.database, own.tokens);
  const keys = [await withKey(owner), await withKey(owner, ["read"], 365), await withKey(owner, ["read"], 7)];
  const ends = (await listKeys(owner)).map(
    ({ createdAt, expiresAt }) => Date.parse(expiresAt ?? "") - Date.parse(createdAt),
  );
  expect(ends.map((ms) => ms / DAY_MS)).toEqual([7, 30, 30]);
  const statuses = () => Promise.all(keys.map(statusOf));
  expect(await statuses()).toEqual([200, 200, 200]);
  // These were created before it was the only way.
  const before = { created_at: Date.now() - 31 * DAY_MS, expires_at: null };
  await own.database.db.updateTable("api_keys").set(before).where("user_id", "=", owner.id).execute();
  await own.request(users.updateMyProfile, { as: owner, body: { displayName: "Lea Left" } });
  expect(await statuses()).toEqual([401, 401, 401]);
});
