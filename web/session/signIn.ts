import { signIn, signUp } from "@survey-app/contract/session.ts";
import { recordUser } from "@survey-app/contract/users.ts";
import { api } from "../api/api.ts";
import { enter } from "./session.ts";

/** @throws {ApiRequestError} with `wrongCredentials` when email and password don't match */
export async function startSession(credentials: { email: string; password: string }): Promise<void> {
  const { user } = await api(signIn, { body: credentials });
  await enter(user.email);
}

/** Creates the account, signs in and stores the user record (spec §2, sign-up). @throws {ApiRequestError} */
export async function openAccount(form: {
  name: string;
  photoURL: string;
  email: string;
  password: string;
}): Promise<void> {
  const { name, email, password, photoURL } = form;
  const { user } = await api(signUp, { body: { name, email, password, image: photoURL } });
  await enter(user.email);
  // The spec's client also sends role and status, which the server ignores and decides itself.
  const body = { email: user.email, name: user.displayName, role: "user", status: "Verified" };
  await api(recordUser, { body });
}
