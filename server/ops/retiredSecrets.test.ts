import * as webhooks from "@survey-app/contract/ops/webhooks.ts";
import { createApiKey } from "@survey-app/contract/session/apiKeys.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { listMySurveys } from "@survey-app/contract/surveys/surveys.ts";
import { listUsers } from "@survey-app/contract/users/users.ts";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { secretsOf } from "../database/secrets.ts";
import { createSignUpLinks } from "../session/registration.sql.ts";
import { cookieOf, signIn, signUp, signUpBody } from "../testing/accounts.ts";
import { type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { startReceiver } from "../testing/receiver.ts";
import { secondFactorRequests } from "../testing/secondFactorRequests.ts";
import { appOn, type TestApp, WITHOUT_POLLS } from "../testing/testApp.ts";

const [OLD, NEW] = ["3b0c7e51fd2a489650e8c1b7a2d94f63", "c7a1f04e9d3b5826e0471fa8b6d2c953"];

let fresh: FreshDatabase;
/** The app before the secret changes, after an ordinary change, and after it leaked. */
let before: TestApp;
let retired: TestApp;
let leaked: TestApp;
const open = (settings: object, parts: object = {}) =>
  appOn(
    { ...fresh, remove: async () => {} },
    { webhookAllowPrivate: true, adminSecondFactor: true, ...settings },
    { ...WITHOUT_POLLS, ...parts },
  );
beforeEach(async () => {
  fresh = await freshDatabase();
  before = await open({ sessionSecret: OLD });
  retired = await open({ sessionSecret: NEW, formerSecrets: [OLD] });
  leaked = await open({ sessionSecret: NEW, leakedSecrets: [OLD] });
});
afterEach(async () => {
  for (const { app } of [before, retired, leaked]) await app.close();
  await fresh.remove();
});

const { withSecondFactor, signInWith } = secondFactorRequests(() => before);

// Security: F16, R56
test("after an ordinary change of the secret, authenticator apps go on: an admin signs in with a code, and has an admin's rights", async () => {
  const { person, app, recoveryCodes } = await withSecondFactor(before, { role: "admin" });
  const refused = await signInWith(person, app.code(1), { by: leaked });
  expect([refused.statusCode, refused.json().code]).toEqual([422, "wrongCode"]);
  const signedIn = await signInWith(person, app.code(1), { by: retired });
  expect(signedIn.statusCode, signedIn.payload).toBe(200);
  const headers = { cookie: cookieOf(signedIn) };
  const { token } = (await retired.send(session.createAccessToken, { body: { email: person.email }, headers })).json();
  expect((await retired.send(listUsers, { as: { ...person, token } })).statusCode).toBe(200);
  // A second factor that is set up now uses the new secret.
  const other = await withSecondFactor(retired);
  expect((await signInWith(other.person, other.app.code(1), { by: leaked })).statusCode).toBe(200);
  // Recovery codes still work after a leak.
  expect((await signInWith(person, recoveryCodes[0] ?? "", { by: leaked })).statusCode).toBe(200);
});

// Security: F16
test("after an ordinary change of the secret, API keys go on; after a leak, none of them does", async () => {
  const person = await signUp(before, { role: "surveyor" });
  const { key } = await before.request(createApiKey, { as: person, body: { name: "Export", scopes: ["read"] } });
  const as = { ...person, token: key };
  const statusOn = async (t: TestApp) =>
    (await t.send(listMySurveys, { as, query: { email: person.email } })).statusCode;
  expect([await statusOn(before), await statusOn(retired), await statusOn(leaked)]).toEqual([200, 200, 401]);
});

test("after an ordinary change of the secret, receivers of webhooks go on verifying with the secret that they have", async () => {
  const receiver = await startReceiver();
  const delivering = await open({ sessionSecret: NEW, formerSecrets: [OLD] }, { webhookPollMs: 20 });
  try {
    const as = await signUp(before, { role: "surveyor" });
    const body = { url: receiver.url, events: ["closed" as const] };
    const { secret, webhook } = await before.request(webhooks.createWebhook, { as, body });
    const now = await signIn(retired, as);
    await retired.request(webhooks.testWebhook, { as: now, params: { id: webhook._id } });
    const [delivered] = await receiver.until(1);
    const headers = delivered?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(delivered?.body ?? "", headers)).toMatchObject({ type: "test" });
    // The owner can replace it as before.
    const replaced = await retired.request(webhooks.replaceWebhookSecret, { as: now, params: { id: webhook._id } });
    await retired.request(webhooks.testWebhook, { as: now, params: { id: webhook._id } });
    const [, next] = await receiver.until(2);
    for (const each of [secret, replaced.secret])
      expect(new Webhook(each).verify(next?.body ?? "", next?.headers as Record<string, string>)).toBeTruthy();
  } finally {
    await delivering.app.close();
    await receiver.close();
  }
});

// Security: F16
test("after an ordinary change of the secret, links to sign up go on; after a leak, none of them does", async () => {
  const { accepted } = secretsOf(before.config);
  const email = `${crypto.randomUUID()}@example.org`;
  const link = await createSignUpLinks(before.database, { ...before.config, accepted }).linkFor(email, "/");
  const proof = new URL(link ?? "").hash.slice(1).split(".").slice(0, 2).join(".");
  const body = { ...signUpBody({ email }), proof };
  expect((await leaked.send(session.signUp, { body })).json().code).toBe("linkSpent");
  const signedUp = await retired.send(session.signUp, { body });
  expect(signedUp.statusCode, signedUp.payload).toBe(200);
});
