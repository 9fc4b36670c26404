import { setTimeout as sleep } from "node:timers/promises";
import * as account from "@survey-app/contract/account/account.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { PaymentProvider } from "../payments/provider.ts";
import { signUpBody } from "../testing/accounts.ts";
import { type MailedApp, startMailedApp } from "../testing/mailedApp.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import type { AnyRequest, TestApp } from "../testing/testApp.ts";
import { waitFor } from "../testing/waitFor.ts";

interface Line {
  level: number;
  msg: string;
  reqId?: string;
  actor?: string | null;
  address?: string;
  endpoint?: string;
  outcome?: string;
  about?: string;
  err?: { message: string };
}

let t: MailedApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
const written: string[] = [];

/** A provider whose error contains everything that it received. */
const KEYS = [
  "sk_live_PlantedSecretKey",
  "whsec_Pl4nt+ed/PlantedSigningSecret=",
  "pi_1_secret_PlantedClientSecret",
  "sak_Pl4nt-ed_PlantedApiKey",
];
const failing = {
  create: async () => {
    throw Object.assign(new Error(`No such key: ${KEYS.join(" ")} at postgres://survey:PlantedDbPassword@db/survey`), {
      headers: { authorization: "Bearer PlantedHeader" },
    });
  },
} as unknown as PaymentProvider;

beforeAll(async () => {
  const logTo = { write: (line: string) => void written.push(line) };
  t = await startMailedApp({ logLevel: "trace", logTo }, { payments: failing });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(async () => {
  await t.close();
});
beforeEach(() => {
  written.length = 0;
});

const lines = (): Line[] => written.map((line) => JSON.parse(line));
const send = (endpoint: Endpoint, request: Parameters<TestApp["send"]>[1]) => t.send(endpoint, request);
/** The one log line of a request. */
async function lineOf(
  endpoint: Endpoint,
  request: AnyRequest & { as?: { token: string } | undefined; headers?: Record<string, string> },
) {
  written.length = 0;
  await send(endpoint, request as Parameters<TestApp["send"]>[1]);
  const made = lines().filter(({ endpoint: logged }) => logged !== undefined);
  expect(made).toHaveLength(1);
  return made[0] as Line;
}

const PASSWORD = "Pl4nted!Passw";
const RESET_PASSWORD = "Pl4nted!Reset";
const NEW_PASSWORD = "Pl4nted!Newer";
const WRONG_PASSWORD = "Pl4nted!Wrong";

test("sign-ins, failed sign-ins, denied requests and admin actions are logged with actor, action and result", async () => {
  const email = "journal@example.org";
  const signUp = await lineOf(session.signUp, { body: signUpBody({ name: "Jo Journal", email, password: PASSWORD }) });
  const { _id: id } = await t.request(users.getUser, { as: people.admin, params: { email } });
  expect(signUp).toMatchObject({
    msg: "account",
    actor: id,
    endpoint: "POST /api/auth/sign-up/email",
    outcome: "done",
  });
  expect(signUp.reqId).toMatch(/^[\da-f-]{36}$/);
  const signedIn = await lineOf(session.signIn, { body: { email, password: PASSWORD } });
  expect(signedIn).toMatchObject({ msg: "account", actor: id, outcome: "done" });
  const failed = await lineOf(session.signIn, { body: { email, password: WRONG_PASSWORD } });
  expect(failed).toMatchObject({ msg: "account", actor: null, outcome: "wrongCredentials" });

  const params = { id: people.pro.id };
  const promoted = await lineOf(users.setUserRole, { as: people.admin, params });
  const done = { msg: "admin action", actor: people.admin.id, about: people.pro.id, outcome: "done" };
  expect(promoted).toMatchObject({ ...done, endpoint: "PATCH /api/users/admin/:id" });
  const unknown = await lineOf(users.setUserRole, { as: people.admin, params: { id: "nobody" } });
  expect(unknown).toMatchObject({ msg: "admin action", outcome: "notFound" });

  const denied = await lineOf(users.setUserRole, { as: people.user, params });
  expect(denied).toMatchObject({ msg: "denied", actor: people.user.id, outcome: "roleRequired" });
  expect(await lineOf(users.listUsers, {})).toMatchObject({ msg: "denied", actor: null, outcome: "signInRequired" });
  const others = await lineOf(payments.listMyPayments, { as: people.user, params: { email: people.pro.email } });
  expect(others).toMatchObject({ msg: "denied", endpoint: "GET /api/payment/:email", outcome: "notYou" });
});

test("a flood of denied requests of one client is logged as a few lines, and a count of the others", async () => {
  // From a separate network, whose limit the other tests don't use.
  const deny = (remoteAddress: string) => t.app.inject({ url: `/api${users.listUsers.path}`, remoteAddress });
  await Promise.all(Array.from({ length: 300 }, () => deny("192.0.2.77")));
  await sleep(1001);
  await deny("192.0.2.77");
  const denied = lines().filter(({ msg }) => msg === "denied");
  expect(denied.length).toBeLessThanOrEqual(60);
  const others = lines().filter(({ msg }) => /further requests/.test(msg)) as (Line & { denied: number })[];
  expect(denied.length + others.reduce((sum, line) => sum + line.denied, 0)).toBe(301);
  // It leaves the other clients' limits unchanged.
  await deny("192.0.2.78");
  expect(lines().at(-1)).toMatchObject({ msg: "denied", address: "192.0.2.78" });
});

// Security: F08
test("the networks of one IPv6 site share its limit of lines", async () => {
  const deny = (index: number) =>
    t.app.inject({ url: `/api${users.listUsers.path}`, remoteAddress: `2001:db8:5:${index.toString(16)}::1` });
  for (let index = 0; index < 120; index++) {
    await deny(index);
    // In another second, so that the limit of all clients does not apply.
    if (index % 40 === 39) await sleep(1001);
  }
  expect(lines().filter(({ msg }) => msg === "denied").length).toBe(60);
});

test("signing out without a session is not logged, nor is a flood at the callback of a provider", async () => {
  await send(session.signOut, {});
  await send(session.signOut, { headers: { cookie: "survey-app.session_token=none" } });
  expect(lines()).toEqual([]);
  const back = () => t.app.inject({ url: "/api/auth/callback/google?error=x", remoteAddress: "192.0.2.79" });
  for (let index = 0; index < 100; index++) await back();
  expect(lines().filter(({ msg }) => msg === "account").length).toBeLessThanOrEqual(60);
});

test("the log doesn't contain secrets, whatever happens to them", async () => {
  const email = "secretive@example.org";
  // The responses must succeed: a secret that was never valid would prove nothing.
  const done = async (endpoint: Endpoint, request: Parameters<TestApp["send"]>[1], status = 200) => {
    const response = await send(endpoint, request);
    expect(response.statusCode, `${endpoint.path}: ${response.payload}`).toBe(status);
    return response;
  };
  const enter = async (response: { cookies: { name: string; value: string }[] }) => {
    const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const { token } = (await done(session.createAccessToken, { headers: { cookie }, body: { email } })).json();
    return { cookie, token: token as string, cookies: response.cookies.map(({ value }) => value) };
  };
  const first = await enter(
    await done(session.signUp, { body: signUpBody({ name: "Sia", email, password: PASSWORD }) }),
  );
  await done(session.signIn, { body: { email, password: WRONG_PASSWORD } }, 422);
  const as = { ...people.user, email, token: first.token };
  await done(account.changePassword, { as, body: { password: WRONG_PASSWORD, newPassword: NEW_PASSWORD } }, 422);
  const confirm = await t.tokenFor(email, /Confirm your email/);
  // A wrong password, and then none, which removes the password and the session and returns a token for a new password.
  await done(account.verifyEmail, { body: { token: confirm, password: WRONG_PASSWORD } }, 422);
  const { passwordToken } = (await done(account.verifyEmail, { body: { token: confirm } })).json();
  await done(account.verifyEmail, { body: { token: confirm } }, 422);
  await done(account.resetPassword, { body: { token: passwordToken, newPassword: RESET_PASSWORD } });
  await done(account.requestPasswordReset, { body: { email } });
  const reset = await t.tokenFor(email, /Set a new password/);
  await done(account.checkResetLink, { body: { token: reset } });
  await done(account.resetPassword, { body: { token: reset, newPassword: NEW_PASSWORD } });
  await done(account.resetPassword, { body: { token: reset, newPassword: NEW_PASSWORD } }, 422);
  const { cookie, token, cookies } = await enter(
    await done(session.signIn, { body: { email, password: NEW_PASSWORD } }),
  );
  // A mail server that rejects a recipient quotes the address in its reply.
  t.smtp.refuse(true);
  await send(account.requestPasswordReset, { body: { email } });
  await waitFor(() => expect(lines().some(({ msg }) => /could not be sent/.test(msg))).toBe(true));
  t.smtp.refuse(false);
  expect(written.join("")).toContain("<[email]>: Try again later");
  const headers = { authorization: `Bearer ${token}x`, cookie: `${cookie}x` };
  await send(users.listUsers, { headers });
  await t.app.inject({ method: "POST", url: "/api/jwt", headers: { cookie }, payload: "{broken" });
  await t.app.inject({ url: `/api/auth/callback/google?code=PlantedCode&state=PlantedState` });
  // A bug of ours whose error contains secrets.
  const broken = await send(payments.createPaymentIntent, { as: people.user, body: { price: 12 } });
  expect(broken.statusCode).toBe(500);
  const unexpected = lines().find(({ msg }) => msg === "unexpected");
  expect(unexpected?.err?.message).toBe(
    "No such key: [key] [key] [key] [key] at postgres://survey:[password]@db/survey",
  );
  expect(unexpected?.reqId).toBe(broken.json().requestId);

  const secrets = [
    ...[PASSWORD, RESET_PASSWORD, NEW_PASSWORD, WRONG_PASSWORD, first.token, token, confirm, passwordToken, reset],
    ...[...first.cookies, ...cookies].filter((value) => value !== ""),
    ...[
      ...KEYS,
      "PlantedSigningSecret",
      "PlantedApiKey",
      "PlantedDbPassword",
      "PlantedHeader",
      "PlantedCode",
      "PlantedState",
      "$argon2",
      email,
    ],
  ];
  const log = written.join("");
  expect(log.length).toBeGreaterThan(1000);
  for (const secret of secrets) {
    expect(secret?.length).toBeGreaterThan(5);
    expect(log).not.toContain(secret);
  }
});

test("values sent by clients stay within the quotes of one line", async () => {
  const forged = 'x\r\n{"level":30,"msg":"admin action","actor":"nobody"}';
  const headers = { authorization: `Bearer ${forged.replaceAll(/[\r\n]/g, "")}`, "user-agent": '"},{"' };
  await send(users.listUsers, { headers });
  await send(users.setUserRole, { as: people.admin, params: { id: forged } });
  // Another address and, if need be, another second: earlier tests may have used up the limits of log entries.
  const url = `/api/payment/${encodeURIComponent(forged)}`;
  await waitFor(async () => {
    await t.app.inject({ url, headers, remoteAddress: "203.0.113.9" });
    expect(written.length).toBeGreaterThan(0);
  });
  for (const line of written) {
    expect(line.trimEnd()).not.toContain("\n");
    expect(JSON.parse(line)).not.toMatchObject({ actor: "nobody" });
  }
});

test("lines logged for a request have its id", async () => {
  const authorization = `Bearer ${people.user.token}`;
  const url = `/api${users.listUsers.path}`;
  // Earlier tests may have used up the log's limits: of an address, and of all in the same second.
  await waitFor(async () => {
    await t.app.inject({ url, remoteAddress: "203.0.113.10" });
    await t.app.inject({ url, headers: { authorization }, remoteAddress: "203.0.113.11" });
    expect(lines().length).toBeGreaterThan(1);
  });
  for (const line of lines()) expect(line.reqId, line.msg).toMatch(/^[\da-f-]{36}$/);
});
