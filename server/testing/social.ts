import * as session from "@survey-app/contract/session/session.ts";
import type { Identity } from "@survey-app/contract/users/users.ts";
import { Browser } from "./browser.ts";
import type { TestApp } from "./testApp.ts";

export const untilLogin = /\/login\?/;
export const untilCallback = /\/callback\//;

/** Clicks "Continue with …". @returns the URL of the provider that the browser is sent to */
export async function begin(
  t: TestApp,
  browser: Browser,
  provider: session.Provider = "google",
  callbackURL = "/",
): Promise<string> {
  const response = await t.send(session.signInWithProvider, { body: { provider, callbackURL } });
  if (response.statusCode !== 200) throw new Error(response.payload);
  for (const { name, value } of response.cookies)
    browser.cookies.set(name, { value: encodeURIComponent(value), path: "/" });
  return response.json<{ url: string }>().url;
}

/** Opens the stand-in and submits its form; stops before a redirect to a URL that matches `until`. @returns that URL */
export async function choose(
  browser: Browser,
  url: string,
  form: Record<string, string>,
  until = untilLogin,
): Promise<URL> {
  await browser.go(url);
  const page = browser.went.findLast((address) => address.includes("/choice/")) ?? "";
  await browser.go(page, { form, until });
  return new URL(browser.went.at(-1) ?? "");
}

/** Signs in, from the button to the final page. */
export async function signInBy(
  t: TestApp,
  provider: session.Provider,
  form: Record<string, string>,
  { browser = new Browser(), returnTo = "/" } = {},
): Promise<URL> {
  return choose(browser, await begin(t, browser, provider, returnTo), form);
}

/** The user that the browser is signed in as; null for a visitor. */
export async function whoIsSignedIn(t: TestApp, browser: Browser): Promise<Identity | null> {
  const response = await t.send(session.getSession, { headers: { cookie: cookiesOf(browser) } });
  return response.json<{ user: Identity } | null>()?.user ?? null;
}

export const cookiesOf = (browser: Browser): string =>
  [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
