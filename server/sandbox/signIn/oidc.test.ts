import * as session from "@survey-app/contract/session/session.ts";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Browser, freePort } from "../../testing/browser.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";

let t: TestApp;
let browser: Browser;

beforeAll(async () => {
  const port = await freePort();
  t = await testApp({ publicUrl: `http://127.0.0.1:${port}`, sandbox: true });
  await t.app.listen({ port, host: "127.0.0.1" });
});
afterAll(() => t.close());
beforeEach(() => {
  browser = new Browser();
});

/** The URL to which the app redirects the browser. */
const begin = async () =>
  (await t.send(session.signInWithProvider, { body: { provider: "google" } })).json<{ url: string }>().url;

test("the stand-in requires PKCE and rejects other callback URLs", async () => {
  const url = new URL(await begin());
  const noPkce = new URL(url);
  noPkce.searchParams.delete("code_challenge");
  noPkce.searchParams.delete("code_challenge_method");
  await browser.go(noPkce.href, { until: /\/callback\// });
  expect(browser.went.at(-1)).toMatch(/error=invalid_request/);
  url.searchParams.set("redirect_uri", "https://evil.example/");
  const refused = await browser.ask(url.href);
  expect(refused.status).toBe(400);
  expect(refused.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

test("the stand-in's page works only in the browser that started the sign-in, and accepts forms of our own pages only", async () => {
  await browser.go(await begin());
  const page = browser.went.at(-1) ?? "";
  const shown = await browser.ask(page);
  expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining("Continue with Google")]);
  expect(shown.headers.get("content-security-policy")).not.toContain("unsafe");
  expect((await new Browser().ask(page)).status).toBe(400);
  const wrong = await browser.ask(page, { name: "<b>", email: '"><script>' });
  const html = await wrong.text();
  expect(wrong.status).toBe(422);
  expect(html).toContain("Enter a valid email address");
  expect(html).not.toContain("<script>");
  const { pathname } = new URL(page);
  const cross = await t.app.inject({
    method: "POST",
    url: pathname,
    headers: { "sec-fetch-site": "cross-site", "content-type": "application/x-www-form-urlencoded" },
    payload: "cancel=1",
  });
  expect(cross.statusCode).toBe(403);
});

test("the stand-in asks for the account each time, and names its configured issuer whatever the Host header says", async () => {
  for (const _ of [1, 2]) {
    await browser.go(await begin());
    const page = browser.went.at(-1) ?? "";
    expect(page).toContain("/sandbox/google/choice/");
    await browser.go(page, { form: { name: "Gerda", email: "gerda@example.net" }, until: /\/callback\// });
    expect(browser.went.at(-1)).toContain("/api/auth/callback/google?code=");
  }
  const response = await t.app.inject({
    url: "/sandbox/google/.well-known/openid-configuration",
    headers: { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  });
  expect(response.payload).not.toContain("evil.example");
  expect(response.headers["x-content-type-options"]).toBe("nosniff");
});

test("the stand-in writes nothing to the console", async () => {
  const said = ["log", "info", "warn", "error"].map((level) => vi.spyOn(console, level as "log"));
  const quiet = await testApp({ sandbox: true });
  await quiet.app.inject("/sandbox/google/auth?client_id=nobody");
  await quiet.close();
  for (const each of said) expect(each).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
