import { setUpSecondFactor, turnOnSecondFactor } from "@survey-app/contract/session/secondFactor.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cookieOf, PASSWORD, signUp } from "../../testing/accounts.ts";
import { appOf } from "../../testing/authenticatorApp.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";

let t: TestApp;
let email: string;
beforeAll(async () => {
  t = await testApp();
  ({ email } = await signUp(t));
});
afterAll(() => t.close());

const send = (fields: Record<string, string>, headers: Record<string, string> = {}, by = t) =>
  by.app.inject({
    method: "POST",
    url: "/api/auth/sign-in/form",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

test("the form signs in and redirects to the page that asked for it, on this site only", async () => {
  for (const [returnTo, location] of [
    ["/profile?x=1", "/profile?x=1"],
    ["", "/"],
    ["//evil.example", "/"],
    ["https://evil.example/", "/"],
  ] as const) {
    const response = await send({ email: ` ${email.toUpperCase()}`, password: PASSWORD, returnTo });
    expect([response.statusCode, response.headers.location]).toEqual([303, location]);
    const current = await t.send(session.getSession, { headers: { cookie: cookieOf(response) } });
    expect(current.json()).toMatchObject({ user: { email } });
  }
});

test("an error leads back to the login page, which explains it, without a session", async () => {
  for (const fields of [{ email, password: "Wr0ng!word" }, { email }, { email: "x", password: PASSWORD }, {}]) {
    const response = await send({ ...(fields as Record<string, string>), returnTo: "/profile" });
    expect([response.statusCode, response.headers.location]).toEqual([303, "/login?error=wrong&returnTo=%2Fprofile"]);
    expect(response.cookies).toEqual([]);
  }
});

// Security: H08, R20
test("another site's form, JSON and large bodies are rejected", async () => {
  const fields = { email, password: PASSWORD };
  const elsewhere: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { origin: "null" },
  ];
  for (const headers of elsewhere) {
    const response = await send(fields, headers);
    expect([response.statusCode, response.json().code, response.cookies]).toEqual([403, "originRefused", []]);
  }
  expect((await send(fields, { "content-type": "application/json" })).statusCode).toBe(415);
  expect((await send({ ...fields, returnTo: "x".repeat(20_000) })).statusCode).toBe(413);
});

test("with the API on another host the form is sent there, and redirects back to the pages", async () => {
  const publicUrl = "https://survey.example";
  const apiBase = "https://api.survey.example/api";
  const api = await testApp({ publicUrl, apiBase, corsOrigins: [publicUrl], pages: true });
  onTestFinished(() => api.close());
  const page = await api.app.inject({ url: "/login?returnTo=/profile" });
  const [form = ""] = /<form[^>]*>/.exec(page.payload) ?? [];
  expect(form).toContain('method="post"');
  expect(form).toContain(`action="${apiBase}/auth/sign-in/form"`);
  expect(page.payload).toContain('name="returnTo" value="/profile"');
  // Browsers check it for the redirect, too.
  expect(page.headers["content-security-policy"]).toContain("form-action 'self' https://api.survey.example;");
  const account = await signUp(api);
  const headers = { origin: publicUrl, "sec-fetch-site": "same-site" };
  const response = await send({ email: account.email, password: PASSWORD, returnTo: "/profile" }, headers, api);
  expect(response.headers.location).toBe("https://survey.example/profile");
  expect(response.cookies).toMatchObject([{ name: "__Host-survey-app.session_token", secure: true }]);
  const wrong = await send({ email: account.email, password: "Wr0ng!word" }, headers, api);
  expect(wrong.headers.location).toBe("https://survey.example/login?error=wrong");
});

// Security: R56
test("with a second factor the form leads to the page that asks for the code, whose form finishes the sign-in", async () => {
  const person = await signUp(t);
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", person.id).execute();
  const { secret } = await t.request(setUpSecondFactor, { as: person });
  const app = appOf(secret);
  await t.request(turnOnSecondFactor, { as: person, body: { code: app.code() } });

  const first = await send({ email: person.email, password: PASSWORD, returnTo: "/profile" });
  expect(first.headers.location).toBe("/login?step=code&returnTo=%2Fprofile");
  const sendCode = (fields: Record<string, string>, headers = {}) =>
    t.app.inject({
      method: "POST",
      url: "/api/auth/sign-in/code/form",
      headers: { "content-type": "application/x-www-form-urlencoded", cookie: cookieOf(first), ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  const returnTo = "/profile";
  expect((await sendCode({ code: app.code(1) }, { origin: "https://evil.example" })).statusCode).toBe(403);
  for (const code of ["000000", ""])
    expect((await sendCode({ code, returnTo })).headers.location).toBe(
      "/login?step=code&error=wrongCode&returnTo=%2Fprofile",
    );
  const done = await sendCode({ code: app.code(1), remember: "on", returnTo });
  expect([done.statusCode, done.headers.location]).toEqual([303, "/profile"]);
  expect(done.cookies.map(({ name }) => name).sort()).toEqual([
    "survey-app.code",
    "survey-app.device",
    "survey-app.session_token",
  ]);
  expect((await sendCode({ code: app.code(2), returnTo })).headers.location).toBe(
    "/login?error=stale&returnTo=%2Fprofile",
  );
});

// Security: R35
test("wrong passwords in the form and by JSON are counted together", async () => {
  const limited = await testApp({ limits: true });
  onTestFinished(() => limited.close());
  const account = await signUp(limited);
  const fields = { email: account.email, password: "Wr0ng!word" };
  for (let n = 0; n < 5; n++) await limited.send(session.signIn, { body: fields });
  for (let n = 0; n < 5; n++)
    expect((await send(fields, {}, limited)).headers.location, String(n)).toBe("/login?error=wrong");
  const right = await send({ ...fields, password: PASSWORD }, {}, limited);
  expect([right.headers.location, right.cookies]).toEqual(["/login?error=tooMany", []]);
});
