import * as passkeys from "@survey-app/contract/session/passkeys.ts";
import { cookieOf } from "./accounts.ts";
import { SoftwareAuthenticator } from "./authenticator.ts";
import type { Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** The response to a passkey that is refused. */
export const passkeyRefused = { statusCode: 422, code: "passkeyRefused" };

/** The status and the error code of a response. */
export const refusalOf = (response: { statusCode: number; json: () => { code: string } }) => ({
  statusCode: response.statusCode,
  code: response.json().code,
});

/** Adds passkeys and signs in with them, as browsers do. @param byDefault the app to which requests are sent */
export function passkeyRequests(byDefault: () => TestApp) {
  /** The options for a person's new passkey: the token is enough, because challenges are in another cookie. */
  async function optionsFor(as: Person, by = byDefault()) {
    const response = await by.send(passkeys.requestPasskeyOptions, { as });
    if (response.statusCode !== 200) throw new Error(response.payload);
    return { options: response.json(), headers: { cookie: cookieOf(response) } };
  }

  /** Adds a passkey to an account. */
  async function withPasskey(as: Person, by = byDefault(), authenticator = new SoftwareAuthenticator()) {
    const { options, headers } = await optionsFor(as, by);
    const body = { name: "My phone", credential: authenticator.create(options) };
    const response = await by.send(passkeys.addPasskey, { as, body, headers });
    if (response.statusCode !== 200) throw new Error(response.payload);
    return { authenticator, id: response.json<{ insertedId: string }>().insertedId };
  }

  /** Starts a sign-in as a browser does. */
  async function challenge(by = byDefault()) {
    const response = await by.send(passkeys.requestPasskeyChallenge, {});
    return { options: response.json<{ challenge: string }>(), headers: { cookie: cookieOf(response) } };
  }

  /** Signs in with a passkey in a new browser. */
  async function signInWith(authenticator: SoftwareAuthenticator, forgery = {}, body = {}, by = byDefault()) {
    const { options, headers } = await challenge(by);
    const credential = authenticator.get(options, forgery);
    return by.send(passkeys.signInWithPasskey, { body: { credential, ...body }, headers });
  }

  return { optionsFor, withPasskey, challenge, signInWith };
}
