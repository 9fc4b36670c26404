import * as session from "@survey-app/contract/session.ts";
import type { Identity } from "@survey-app/contract/users.ts";
import { Browser } from "./browser.ts";
import type { TestApp } from "./testApp.ts";

export const untilLogin = /\/login\?/;
export const untilCallback = /\/callback\//;

/** Presses "Continue with …": the address of the provider that the browser is sent to. */
export async function begin(
  t: TestApp,
  browser: Browser,
  provider: session.Provider = "google",
  callbackURL = "/",
): Promise<string> {
  const answered = await t.send(session.signInWithProvider, { body: { provider, callbackURL } });
  if (answered.statusCode !== 200) throw new Error(answered.payload);
  for (const { name, value } of answered.cookies)
    browser.cookies.set(name, { value: encodeURIComponent(value), path: "/" });
  return answered.json<{ url: string }>().url;
}

/** Goes to the stand-in and fills its form in; stops before the address that `until` says. Answers where that is. */
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

/** From the button to the page that the browser ends on. */
export async function signInBy(
  t: TestApp,
  provider: session.Provider,
  form: Record<string, string>,
  { browser = new Browser(), returnTo = "/" } = {},
): Promise<URL> {
  return choose(browser, await begin(t, browser, provider, returnTo), form);
}

/** Who the browser is signed in as; null for a visitor. */
export async function whoIsSignedIn(t: TestApp, browser: Browser): Promise<Identity | null> {
  const answered = await t.send(session.getSession, { headers: { cookie: cookiesOf(browser) } });
  return answered.json<{ user: Identity } | null>()?.user ?? null;
}

export const cookiesOf = (browser: Browser): string =>
  [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
