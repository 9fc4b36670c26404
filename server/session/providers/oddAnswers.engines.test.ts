import { getOperations } from "@survey-app/contract/ops/operations.ts";
import * as session from "@survey-app/contract/session/session.ts";
import type { JWTPayload } from "jose";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { OrganizationSignIn } from "../../config/configGroups.ts";
import { type FakeProvider, fakeSigning, startFakeOrganization } from "../../testing/fakeProvider.ts";
import { findIdentities } from "../../testing/identities.sql.ts";
import { makePerson } from "../../testing/people.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";

const settings: OrganizationSignIn = {
  issuer: "set by each test",
  client: { id: "survey-app", secret: "secret" },
  name: "Example Ltd",
  isOnly: false,
  domains: ["staff.example"],
  roles: { claim: "realm_access.roles", admin: "admins", surveyor: "team" },
  scopes: ["openid", "email", "groups"],
  endsSession: false,
};

let signing: Awaited<ReturnType<typeof fakeSigning>>;
beforeAll(async () => {
  signing = await fakeSigning();
});

/** Starts an app with a provider whose identity tokens have the claims that `give` sets. */
async function start(changed: Partial<OrganizationSignIn> = {}, provider: Partial<FakeProvider> = {}) {
  let given: JWTPayload = {};
  const fake: FakeProvider = {
    keys: signing.keys,
    makeToken: (claims) => signing.sign({ ...claims, ...given }),
    metadata: () => ({}),
    ...provider,
  };
  const organization = await startFakeOrganization(fake, { ...settings, ...changed }, {});
  onTestFinished(() => organization.close());
  const { own } = organization;
  const admin = await makePerson(own.database, own.tokens, { role: "admin" });
  const email = (sub: string) => `${sub}@staff.example`;
  return {
    ...organization,
    give: (claims: JWTPayload) => {
      given = claims;
    },
    /** Signs in as a member. @returns where the browser ends, and the role that the member has then */
    async signInAs(sub: string, claims: JWTPayload = {}) {
      given = { sub, email: email(sub), email_verified: true, ...claims };
      const { location } = await organization.signIn();
      return { location, role: (await findIdentities(own.database, email(sub)))[0]?.role };
    },
    setRole: (sub: string, role: "surveyor") =>
      own.database.db.updateTable("users").set({ role }).where("email", "=", email(sub)).execute(),
    missingRoleClaim: async () => (await own.request(getOperations, { as: admin })).missingRoleClaim,
  };
}
const withRoles = (...roles: string[]) => ({ realm_access: { roles } });
const DONE = "/login?with=oidc";

test("a claim that no sign-in has carried leaves all roles, and admins see it; once one has, its lack takes a role", async () => {
  const t = await start();
  expect(await t.signInAs("mia")).toEqual({ location: DONE, role: "user" });
  await t.setRole("mia", "surveyor");
  expect(await t.signInAs("mia", { groups: ["team"] })).toEqual({ location: DONE, role: "surveyor" });
  expect(await t.missingRoleClaim()).toEqual({ claim: "realm_access.roles", lastAt: expect.any(String) });

  expect(await t.signInAs("otto", withRoles("team"))).toMatchObject({ role: "surveyor" });
  expect(await t.missingRoleClaim()).toBeNull();
  expect(await t.signInAs("mia")).toMatchObject({ role: "user" });
  expect(await t.missingRoleClaim()).toBeNull();
});

test("a claim that is too long for the token leaves the role", async () => {
  const t = await start({ roles: { claim: "groups", admin: "admins", surveyor: "team" } });
  expect(await t.signInAs("mia", { groups: ["team"] })).toMatchObject({ role: "surveyor" });
  const tooLong = { _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: "https://x.example" } } };
  expect(await t.signInAs("mia", tooLong)).toEqual({ location: DONE, role: "surveyor" });
  expect(await t.signInAs("mia")).toMatchObject({ role: "user" });
});

test.each(["true", "True", true])("an address is confirmed where email_verified is %o", async (verified) => {
  const t = await start();
  expect((await t.signInAs("mia", { email_verified: verified })).location).toBe(DONE);
});

test.each(["false", "", "1", 1, false, null])("an address is not confirmed where it is %o", async (verified) => {
  const t = await start();
  expect((await t.signInAs("mia", { email_verified: verified })).location).toBe(`${DONE}&error=domain`);
});

const userinfo = (answer: FakeProvider["userInfo"]): Partial<FakeProvider> => ({
  metadata: (address) => ({ userinfo_endpoint: `${address}/userinfo` }),
  userInfo: answer,
});

test.each<[string, ReturnType<NonNullable<FakeProvider["userInfo"]>>]>([
  ["no answer", null],
  ["500", { status: 500, text: "{}" }],
  ["503 as a page", { status: 503, text: "<html>" }],
  ["404", { status: 404, text: "" }],
  ["a page", "<html>"],
  ["no subject", "{}"],
])(
  "a userinfo endpoint with %s refuses no sign-in whose identity token is enough, and takes no role",
  async (_, bad) => {
    let answer: typeof bad = JSON.stringify({ sub: "mia", ...withRoles("team") });
    const t = await start(
      {},
      userinfo(() => answer),
    );
    expect(await t.signInAs("mia")).toEqual({ location: DONE, role: "surveyor" });
    answer = bad;
    expect(await t.signInAs("mia")).toEqual({ location: DONE, role: "surveyor" });
    // The claim is not missing, but the address is.
    expect((await t.signInAs("mia", { email: undefined })).location).toBe(`${DONE}&error=unconfirmed`);
    expect((await t.signInAs("mia", { email_verified: undefined })).location).toBe(`${DONE}&error=unconfirmed`);
  },
);

// Security: R39
test("a userinfo endpoint that speaks of another subject refuses a sign-in", async () => {
  const t = await start(
    {},
    userinfo(() => JSON.stringify({ sub: "other" })),
  );
  expect((await t.signInAs("mia")).location).toBe(`${DONE}&error=unconfirmed`);
});

test("the scopes of the setting are asked for", async () => {
  const t = await start();
  t.give({ sub: "mia", email: "mia@staff.example", email_verified: true });
  expect((await t.signIn()).query.get("scope")).toBe("openid email groups");
});

test.each<[string, object, string | null]>([
  ["", {}, "select_account"],
  [" with it among others", { prompt_values_supported: ["login", "select_account"] }, "select_account"],
  [" without it", { prompt_values_supported: ["none", "login"] }, "login"],
  [" without either", { prompt_values_supported: ["none"] }, null],
])("after LogOut a provider that lists its prompts%s asks for the account once", async (_, metadata, prompt) => {
  const t = await start({}, { metadata: () => metadata });
  t.give({ sub: "mia", email: "mia@staff.example", email_verified: true });
  const first = await t.signIn();
  expect(first.query.get("prompt")).toBeNull();
  const rejected = await t.own.send(session.signOut, { body: { isRejected: true }, headers: { cookie: first.cookie } });
  expect(rejected.cookies.map(({ name }) => name)).toEqual(["survey-app.session_token"]);

  const out = await t.own.send(session.signOut, { headers: { cookie: first.cookie } });
  const left = out.cookies.find(({ name }) => name === "survey-app.signed_out");
  const asked = await t.signIn(`${left?.name}=${left?.value}`);
  expect(asked.query.get("prompt")).toBe(prompt);
  expect(asked.cookie).not.toContain("signed_out");
});

let google: TestApp;
beforeAll(async () => {
  const client = { id: "id", secret: "secret" };
  google = await testApp({ google: client, facebook: client });
});
afterAll(() => google.close());

test("after LogOut Google and Facebook ask for the account too", async () => {
  const out = await google.send(session.signOut, {});
  const cookie = out.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const queryOf = async (provider: session.Provider, headers = {}) => {
    const begun = await google.send(session.signInWithProvider, { body: { provider }, headers });
    return Object.fromEntries(new URL(begun.json().url).searchParams);
  };
  expect(await queryOf("google", { cookie })).toMatchObject({ prompt: "select_account" });
  expect(await queryOf("facebook", { cookie })).toMatchObject({ auth_type: "reauthenticate" });
  for (const provider of ["google", "facebook"] as const) {
    expect(await queryOf(provider)).not.toHaveProperty("prompt");
    expect(await queryOf(provider)).not.toHaveProperty("auth_type");
  }
});

test("LogOut ends the provider's session where the setting says so, and a rejected session does not", async () => {
  const provider = { metadata: (address: string) => ({ end_session_endpoint: `${address}/end` }) };
  for (const endsSession of [true, false]) {
    const t = await start({ endsSession }, provider);
    t.give({ sub: "mia", email: "mia@staff.example", email_verified: true });
    const rejected = (await t.signIn()).cookie;
    const rejection = { body: { isRejected: true }, headers: { cookie: rejected } };
    expect((await t.own.send(session.signOut, rejection)).json()).toEqual({ success: true });
    const { cookie } = await t.signIn();
    const { url } = (await t.own.send(session.signOut, { headers: { cookie } })).json();
    if (!endsSession) expect(url).toBeUndefined();
    else {
      const { pathname, searchParams } = new URL(url);
      expect([pathname, searchParams.get("client_id")]).toEqual(["/end", "survey-app"]);
      expect(searchParams.get("post_logout_redirect_uri")).toBe(`${t.own.config.publicUrl}/`);
    }
    // Without a session there is nothing to end.
    expect((await t.own.send(session.signOut, {})).json()).toEqual({ success: true });
  }
});

test("LogOut works where the provider doesn't have such an endpoint", async () => {
  const t = await start({ endsSession: true });
  t.give({ sub: "mia", email: "mia@staff.example", email_verified: true });
  const { cookie } = await t.signIn();
  const out = await t.own.send(session.signOut, { headers: { cookie } });
  expect([out.statusCode, out.json()]).toEqual([200, { success: true }]);
});
