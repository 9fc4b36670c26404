import * as secondFactor from "@survey-app/contract/session/secondFactor.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { type Account, cookieOf, PASSWORD, signUp } from "./accounts.ts";
import { appOf } from "./authenticatorApp.ts";
import type { TestApp } from "./testApp.ts";

/** Turns on second factors and signs in with them. @param byDefault the app to which requests are sent */
export function secondFactorRequests(byDefault: () => TestApp) {
  /**
   * An account with a confirmed address, a password and a second factor. The code of the current time step is used up.
   */
  async function withSecondFactor(by = byDefault(), options: Parameters<typeof signUp>[1] = {}) {
    const person = await signUp(by, options);
    await by.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", person.id).execute();
    const { secret } = await by.request(secondFactor.setUpSecondFactor, { as: person });
    const app = appOf(secret);
    const body = { code: app.code() };
    const { recoveryCodes } = await by.request(secondFactor.turnOnSecondFactor, { as: person, body });
    return { person, app, recoveryCodes, secret };
  }

  /** Sends the password, from a browser with these cookies. */
  function sendPassword(person: Account, cookie = "", by = byDefault()) {
    const headers = { cookie };
    return by.send(session.signIn, { body: { email: person.email, password: PASSWORD }, headers });
  }

  /** Signs in with password and code. */
  async function signInWith(person: Account, code: string, { remember = false, by = byDefault() } = {}) {
    const headers = { cookie: cookieOf(await sendPassword(person, "", by)) };
    return by.send(secondFactor.signInWithCode, { body: { code, remember }, headers });
  }

  return { withSecondFactor, sendPassword, signInWith };
}
