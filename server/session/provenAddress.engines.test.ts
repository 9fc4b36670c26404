import * as account from "@survey-app/contract/account.ts";
import * as session from "@survey-app/contract/session.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Account, cookieOf, PASSWORD, signIn } from "../testing/accounts.ts";
import { Browser, freePort } from "../testing/browser.ts";
import { slowPasswords } from "../testing/cheapPasswords.ts";
import { startSmtp, type TestSmtp } from "../testing/smtp.ts";
import { begin, choose, signInBy, untilCallback, untilLogin, whoIsSignedIn } from "../testing/social.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let smtp: TestSmtp;
let email: string;

beforeAll(async () => {
  const port = await freePort();
  smtp = await startSmtp();
  t = await testApp({ publicUrl: `http://127.0.0.1:${port}`, sandbox: true, smtpUrl: smtp.url }, undefined, {
    passwords: slowPasswords,
  });
  await t.app.listen({ port, host: "127.0.0.1" });
});

afterAll(async () => {
  await t.close();
  await smtp.close();
});

beforeEach(() => {
  email = `${crypto.randomUUID()}@example.net`;
});

/** A stranger signs up with an address that is not theirs, on two devices. */
async function preRegister(): Promise<{ stranger: Account; elsewhere: Account }> {
  await t.request(session.signUp, { body: { name: "Stranger", email, password: PASSWORD } });
  return { stranger: await signIn(t, { email }), elsewhere: await signIn(t, { email }) };
}
const confirmationToken = async () => (await smtp.next(email, /Confirm your email/)).link?.token ?? "";
const verify = (token: string, { as, password }: { as?: Account; password?: string } = {}) =>
  t.send(account.verifyEmail, {
    body: { token, ...(password !== undefined && { password }) },
    headers: as ? { cookie: as.cookie } : {},
  });

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
  const going = strangers.map((browser, at) => browser.go(ways[at]?.href ?? "", { until: untilLogin }));
  await Promise.all([verify(token), ...going]);
  for (const browser of strangers) expect(await whoIsSignedIn(t, browser)).toBeNull();
});
