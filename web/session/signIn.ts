import { signInWithCode } from "@survey-app/contract/session/secondFactor.ts";
import { signIn, signUp } from "@survey-app/contract/session/session.ts";
import { recordUser, type User } from "@survey-app/contract/users/users.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as signUpTexts from "@survey-app/texts/signUpTexts.ts";
import { ApiRequestError, api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { Explained } from "../api/noResponse.ts";
import { loadSignedIn, requireCookies } from "./cookies.ts";

/**
 * @throws {ApiRequestError} with `wrongCredentials` when email and password don't match, and `codeRequired` when the
 *   sign-in waits for `finishSignIn`
 */
export async function signInWithPassword(credentials: { email: string; password: string }): Promise<User> {
  requireCookies();
  return loadSignedIn(await api(signIn, { body: credentials }));
}

/** Finishes a sign-in with the code of the second factor. @throws {ApiRequestError} */
export async function finishSignIn(sent: { code: string; remember: boolean }): Promise<User> {
  return loadSignedIn(await api(signInWithCode, { body: sent }));
}

/** Whether a sign-in waits for a code. */
export const needsCode = (error: unknown) => error instanceof ApiRequestError && error.problem.code === "codeRequired";

/**
 * Creates the account, signs in and stores the user record (specification §2.1, sign-up).
 * @throws {ApiRequestError} the account was not created; {Explained} it was, or the browser blocks cookies
 */
export async function createAccount(form: {
  name: string;
  photoURL: string;
  email: string;
  password: string;
  /** From a link that was sent to the address; "" without one. */
  proof: string;
}): Promise<void> {
  const { name, email, password, photoURL, proof } = form;
  requireCookies();
  const created = await api(signUp, { body: { name, email, password, image: photoURL, ...(proof && { proof }) } });
  const { user } = created;
  await loadSignedIn(created).catch((error: unknown) => {
    throw new Explained(`${signUpTexts.notSignedIn} ${failureOf(error, frameTexts.noConnection).text}`);
  });
  // The spec's client also sends role and status, which the server ignores and decides itself.
  const body = { email: user.email, name: user.displayName, role: "user", status: "Verified" };
  // The server stored the record with the account, so nothing is lost if this request fails.
  await api(recordUser, { body }).catch(() => undefined);
}
