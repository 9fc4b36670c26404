import * as account from "@survey-app/contract/account/account.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createLink } from "../../mail/links.sql.ts";
import { PASSWORD, signUp, signUpBody } from "../../testing/accounts.ts";
import { type BreachedList, startBreachedList } from "../../testing/breachedList.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";

const BREACHED = "Heron-dusk9!";
const GOOD = "Heron-dawn9!";

// Once is enough: the check of passwords uses no database.
describe.runIf(inject("engine") === "sqlite")("a new password", () => {
  let list: BreachedList;
  let t: TestApp;
  beforeAll(async () => {
    list = await startBreachedList();
    list.add(BREACHED, 7);
    t = await testApp({ breachedPasswordsUrl: list.url });
  });
  afterAll(async () => {
    await t.close();
    await list.close();
  });
  beforeEach(() => list.behave(null));

  const name = "Nora Sample";
  const signUpWith = (password: string) => t.send(session.signUp, { body: signUpBody({ name, password }) });

  /** Every endpoint that sets a password, with the name of its field. */
  async function everyWay() {
    const [nora, forgetful] = [await signUp(t, { name }), await signUp(t, { name })];
    const token = await createLink(t.database, {
      userId: forgetful.id,
      email: forgetful.email,
      purpose: "passwordReset",
    });
    return {
      password: signUpWith,
      newPassword: (newPassword: string) =>
        t.send(account.changePassword, { as: nora, body: { password: PASSWORD, newPassword } }),
      "newPassword by a link": (newPassword: string) => t.send(account.resetPassword, { body: { token, newPassword } }),
    };
  }

  // Security: H15, R33
  test("the server rejects common passwords, breached ones and the user's own words wherever a new password is set", async () => {
    for (const [what, setTo] of Object.entries(await everyWay())) {
      for (const [password, message] of [
        ["P@ssw0rd1!", "This password is one of the most common ones, or close to one. Choose another."],
        [
          "Sampl3-26!",
          "This password is mostly your name, your email address or the name of this site. Choose another.",
        ],
        [BREACHED, "This password is in a public list of stolen ones. Choose another."],
      ] as const) {
        const field = what.split(" ", 1)[0];
        expect((await setTo(password)).json(), what).toMatchObject({ status: 422, errors: [{ field, message }] });
      }
      // A rejected password does not use up the link.
      expect((await setTo(GOOD)).statusCode, what).toBe(200);
    }
  });

  test("an unresponsive list of breached passwords doesn't prevent setting a password", async () => {
    list.behave((request) => request.socket.destroy());
    expect((await signUpWith(BREACHED)).statusCode).toBe(200);
  });

  test("signing in requests no list, and neither does an invalid link, whose error says nothing about the password", async () => {
    const nora = await signUp(t);
    list.asked.length = 0;
    await t.request(session.signIn, { body: { email: nora.email, password: PASSWORD } });
    for (const newPassword of [GOOD, BREACHED, "P@ssw0rd1!"])
      expect(await t.refused(account.resetPassword, { body: { token: "x".repeat(43), newPassword } })).toMatchObject({
        code: "linkSpent",
      });
    expect(list.asked).toEqual([]);
  });
});
