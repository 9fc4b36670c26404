import * as passkeys from "@survey-app/contract/session/passkeys.ts";
import * as secondFactor from "@survey-app/contract/session/secondFactor.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { signIn, signUpBody } from "../accounts.ts";
import { SoftwareAuthenticator } from "../authenticator.ts";
import { Browser } from "../browser.ts";
import { passkeyRequests } from "../passkeyRequests.ts";
import type { Person } from "../people.ts";
import { secondFactorRequests } from "../secondFactorRequests.ts";
import { begin, cookiesOf, untilCallback } from "../social.ts";
import { type Actor, type Acts, succeeded } from "./actors.ts";

const withFactor = ({ t, options }: Actor) => secondFactorRequests(() => t).withSecondFactor(t, options);

async function passkey({ t, account }: Actor, authenticator?: SoftwareAuthenticator) {
  const as = await account();
  const { id } = await passkeyRequests(() => t).withPasskey(as, t, authenticator);
  return { as, params: { id } };
}

async function rememberedDevice(actor: Actor): Promise<{ as: Person; params: { id: string } }> {
  const { person, app } = await withFactor(actor);
  succeeded(await secondFactorRequests(() => actor.t).signInWith(person, app.code(1), { remember: true }));
  const { devices } = await actor.request(secondFactor.getSecondFactor, { as: person });
  return { as: person, params: { id: devices[0]?._id ?? "" } };
}

/** All ways to sign in, and what people set up for them. */
export const signInActs: Acts = {
  "session.signUp": ({ request }) => request(session.signUp, { body: signUpBody() }),
  "session.signIn": async ({ t, account }) => {
    const { id, email } = await account();
    await t.database.db.updateTable("users").set({ used_at: 0 }).where("id", "=", id).execute();
    await signIn(t, { email }, { userAgent: "Another browser" });
  },
  // With an identity for an address that is not confirmed, which then proves it.
  "session.signInWithProvider": async ({ t, organization, account }) => {
    const { id, email } = await account({ isConfirmed: false });
    organization.member = { sub: id, name: "Ann Actor", email, email_verified: true };
    const browser = new Browser();
    await browser.go(await begin(t, browser, "oidc"), { until: untilCallback });
    const { pathname, search } = new URL(browser.went.at(-1) ?? "");
    const ended = await t.app.inject({ url: pathname + search, headers: { cookie: cookiesOf(browser) } });
    if (ended.headers.location !== "/login?with=oidc") throw new Error(`It leads to ${ended.headers.location}`);
  },
  "session.signOut": async ({ send, account }) => {
    const { cookie } = await account();
    await send(session.signOut, { headers: { cookie } });
  },
  "session.createAccessToken": async ({ t, send, account }) => {
    const { id, sessionId, email, cookie } = await account();
    const { db } = t.database;
    const expires_at = Date.now() + DAY_MS;
    await db.updateTable("sessions").set({ expires_at }).where("id", "=", sessionId).execute();
    await db.updateTable("users").set({ used_at: 0 }).where("id", "=", id).execute();
    await send(session.createAccessToken, { body: { email }, headers: { cookie } });
  },
  "session.revokeUserSessions": async ({ request, person, stranger }) =>
    request(session.revokeUserSessions, { as: await person(), params: { id: (await stranger()).id } }),

  "passkeys.requestPasskeyChallenge": ({ request }) => request(passkeys.requestPasskeyChallenge, {}),
  "passkeys.signInWithPasskey": async (actor) => {
    const authenticator = new SoftwareAuthenticator({ counter: 1 });
    await passkey(actor, authenticator);
    succeeded(await passkeyRequests(() => actor.t).signInWith(authenticator));
  },
  "passkeys.requestPasskeyOptions": async ({ t, account }) => passkeyRequests(() => t).optionsFor(await account()),
  "passkeys.addPasskey": (actor) => passkey(actor),
  "passkeys.renamePasskey": async (actor) =>
    actor.request(passkeys.renamePasskey, { ...(await passkey(actor)), body: { name: "Renamed" } }),
  "passkeys.removePasskey": async (actor) => actor.request(passkeys.removePasskey, await passkey(actor)),

  "secondFactor.setUpSecondFactor": async ({ request, account }) =>
    request(secondFactor.setUpSecondFactor, { as: await account() }),
  "secondFactor.turnOnSecondFactor": withFactor,
  "secondFactor.signInWithCode": async (actor) => {
    await rememberedDevice(actor);
    const { person, recoveryCodes } = await withFactor(actor);
    succeeded(await secondFactorRequests(() => actor.t).signInWith(person, recoveryCodes[0] ?? ""));
  },
  "secondFactor.turnOffSecondFactor": async (actor) =>
    actor.request(secondFactor.turnOffSecondFactor, { as: (await rememberedDevice(actor)).as }),
  "secondFactor.renewRecoveryCodes": async (actor) =>
    actor.request(secondFactor.renewRecoveryCodes, { as: (await withFactor(actor)).person }),
  "secondFactor.forgetDevice": async (actor) => actor.request(secondFactor.forgetDevice, await rememberedDevice(actor)),
};
