import * as session from "@survey-app/contract/session/session.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cookieOf, PASSWORD } from "../testing/accounts.ts";
import { addressProofs, startProviderApp } from "../testing/addressProofs.ts";
import { Browser } from "../testing/browser.ts";
import type { MailedApp } from "../testing/mailedApp.ts";
import { begin, choose, signInBy, untilCallback, untilLogin, whoIsSignedIn } from "../testing/social.ts";

let t: MailedApp;
let email: string;

beforeAll(async () => {
  t = await startProviderApp();
});
afterAll(() => t.close());
beforeEach(() => {
  email = `${crypto.randomUUID()}@example.net`;
});

const { preRegister, confirmationToken, verify } = addressProofs(() => ({ t, email }));

test("a sign-in that races with the proof of the address doesn't keep its session, in any order", async () => {
  await preRegister();
  const token = await confirmationToken();
  let isProven = false;
  const proving = verify(token).then(() => {
    isProven = true;
  });
  const tries = [];
  do tries.push(t.send(session.signIn, { body: { email, password: PASSWORD } }));
  while (!isProven && tries.length < 6 && (await new Promise((resolve) => setTimeout(resolve, 5))) === undefined);
  await proving;
  for (const response of await Promise.all(tries)) {
    const headers = { cookie: cookieOf(response) };
    expect((await t.send(session.getSession, { headers })).json()).toBeNull();
  }
});

test("a sign-in through a provider that had not confirmed the address loses the same race", async () => {
  await signInBy(t, "facebook", { name: "Stranger", email });
  const token = await confirmationToken();
  const strangers = Array.from({ length: 4 }, () => new Browser());
  const ways: URL[] = [];
  for (const browser of strangers)
    ways.push(await choose(browser, await begin(t, browser, "facebook"), { name: "Stranger", email }, untilCallback));
  const going = strangers.map((browser, index) => browser.go(ways[index]?.href ?? "", { until: untilLogin }));
  await Promise.all([verify(token), ...going]);
  for (const browser of strangers) expect(await whoIsSignedIn(t, browser)).toBeNull();
});
