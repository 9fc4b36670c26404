import * as session from "@survey-app/contract/session.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cookieOf, PASSWORD, signUp } from "../../testing/accounts.ts";
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

test("what is wrong leads back to the login page, which explains it, without a session", async () => {
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

test("with the API on another host the form redirects back to the pages", async () => {
  const publicUrl = "https://survey.example";
  const api = await testApp({ publicUrl, apiBase: "https://api.survey.example/api", corsOrigins: [publicUrl] });
  onTestFinished(() => api.close());
  const account = await signUp(api);
  const headers = { origin: publicUrl, "sec-fetch-site": "same-site" };
  const response = await send({ email: account.email, password: PASSWORD, returnTo: "/profile" }, headers, api);
  expect(response.headers.location).toBe("https://survey.example/profile");
  expect(response.cookies).toMatchObject([{ name: "__Host-survey-app.session_token", secure: true }]);
  const wrong = await send({ email: account.email, password: "Wr0ng!word" }, headers, api);
  expect(wrong.headers.location).toBe("https://survey.example/login?error=wrong");
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
