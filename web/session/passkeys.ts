import {
  type AuthenticationResponseJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import {
  addPasskey,
  requestPasskeyChallenge,
  requestPasskeyOptions,
  signInWithPasskey,
  type UsedCredential,
} from "@survey-app/contract/session/passkeys.ts";
import type { User } from "@survey-app/contract/users/users.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as signInTexts from "@survey-app/texts/signInTexts.ts";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { loadSignedIn, requireCookies } from "./cookies.ts";

// Import this module only by `import()`: pages load the library when a passkey is used.

/**
 * Signs in with a passkey.
 * @param email only a passkey of this account
 * @throws {ApiRequestError}; {WebAuthnError} if the browser has no passkey, or its user canceled
 */
export async function startPasskeySession(email?: string): Promise<User> {
  requireCookies();
  const optionsJSON = await api(requestPasskeyChallenge, {});
  return finish(await startAuthentication({ optionsJSON }), email);
}

/**
 * Offers passkeys in the suggestions of the page's email field, and signs in with the one that is chosen there.
 * @param isWanted asked before the browser waits, which would interrupt anything the user began meanwhile
 * @returns null if it is no longer wanted
 * @throws like `startPasskeySession`
 */
export async function waitForPasskey(isWanted: () => boolean): Promise<User | null> {
  const optionsJSON = await api(requestPasskeyChallenge, {});
  if (!isWanted()) return null;
  return finish(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
}

async function finish(credential: AuthenticationResponseJSON, email?: string): Promise<User> {
  const body = { credential: credential as UsedCredential, ...(email !== undefined && { email }) };
  return loadSignedIn(await api(signInWithPasskey, { body }));
}

/** Stops waiting for a passkey in the suggestions. */
export const stopWaiting = () => WebAuthnAbortService.cancelCeremony();

/** Creates a passkey on this device, and adds it to the account. @throws like `startPasskeySession` */
export async function createPasskey(name: string): Promise<void> {
  const optionsJSON = await api(requestPasskeyOptions, {});
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject } = response;
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject } };
  await api(addPasskey, { body: { name, credential } });
}

/** The message for a passkey that could not be used or created. */
export function passkeyProblem(error: unknown): string {
  if (!(error instanceof WebAuthnError)) return failureOf(error, frameTexts.noConnection).text;
  if (error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") return signInTexts.passkeyExists;
  const isCanceled = error.name === "NotAllowedError" || error.name === "AbortError";
  return isCanceled ? signInTexts.passkeyCanceled : signInTexts.passkeyFailed;
}
