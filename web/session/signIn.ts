import { signInWithCode } from "@survey-app/contract/secondFactor.ts";
import { signIn, signUp } from "@survey-app/contract/session.ts";
import { recordUser, type User } from "@survey-app/contract/users.ts";
import { ApiRequestError, api } from "../api/api.ts";
import { loadCurrentUser } from "./session.ts";

/**
 * @throws {ApiRequestError} with `wrongCredentials` when email and password don't match, and `codeRequired` when the sign-in
 *   waits for `finishSignIn`
 */
export async function signInWithPassword(credentials: { email: string; password: string }): Promise<User> {
  const { user } = await api(signIn, { body: credentials });
  return loadCurrentUser(user.email);
}

/** Finishes a sign-in with the code of the second factor. @throws {ApiRequestError} */
export async function finishSignIn(sent: { code: string; remember: boolean }): Promise<User> {
  const { user } = await api(signInWithCode, { body: sent });
  return loadCurrentUser(user.email);
}

/** Whether a sign-in waits for a code. */
export const needsCode = (error: unknown) => error instanceof ApiRequestError && error.problem.code === "codeRequired";

/** Creates the account, signs in and stores the user record (spec §2, sign-up). @throws {ApiRequestError} */
export async function createAccount(form: {
  name: string;
  photoURL: string;
  email: string;
  password: string;
  /** From a link that was sent to the address; "" without one. */
  proof: string;
}): Promise<void> {
  const { name, email, password, photoURL, proof } = form;
  const { user } = await api(signUp, { body: { name, email, password, image: photoURL, ...(proof && { proof }) } });
  await loadCurrentUser(user.email);
  // The spec's client also sends role and status, which the server ignores and decides itself.
  const body = { email: user.email, name: user.displayName, role: "user", status: "Verified" };
  await api(recordUser, { body });
}
