import { setTimeout as sleep } from "node:timers/promises";
import * as account from "@survey-app/contract/account/account.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieOf, PASSWORD, signUp } from "../../testing/accounts.ts";
import { slowPasswords } from "../../testing/cheapPasswords.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp({}, { passwords: slowPasswords });
});
afterAll(() => t.close());

// Security: H12
test("a sign-in with the old password that races with its change doesn't keep its session, in any order", async () => {
  const owner = await signUp(t);
  const credentials = { email: owner.email, password: PASSWORD };
  const change = { password: PASSWORD, newPassword: "An0ther!Password" };
  let isChanged = false;
  const changing = t.request(account.changePassword, { as: owner, body: change }).then(() => {
    isChanged = true;
  });
  // Some sign-ins read the old hash before the change, and finish comparing after it.
  const thieves = [];
  for (; !isChanged && thieves.length < 12; await sleep(8)) thieves.push(t.send(session.signIn, { body: credentials }));
  await changing;
  const current = async (cookie: string) => (await t.send(session.getSession, { headers: { cookie } })).json();
  for (const thief of await Promise.all(thieves)) expect(await current(cookieOf(thief))).toBeNull();
  expect(await t.request(account.listMySessions, { as: owner })).toHaveLength(1);
  expect(await current(owner.cookie)).not.toBeNull();
  const again = await t.send(session.signIn, { body: { ...credentials, password: change.newPassword } });
  expect(await current(cookieOf(again))).not.toBeNull();
});
