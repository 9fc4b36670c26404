import { randomUUID } from "node:crypto";
import * as session from "@survey-app/contract/session.ts";
import type { StoredRole } from "@survey-app/contract/users.ts";
import * as users from "@survey-app/contract/users.ts";
import type { Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** What new accounts sign in with. */
export const PASSWORD = "Kettle-on7!";

/** A user who signed up by password, with the cookie and the token of that session. */
export interface Account extends Person {
  cookie: string;
}

/** The `Cookie` header that a browser would send after this response. */
export const cookieOf = (answered: { cookies: { name: string; value: string }[] }) =>
  answered.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");

/** Signs up through the call, as a browser does; the account then has the `role`. */
export async function signUp(
  t: TestApp,
  { name = "Nora New", userAgent = "", role = "user" as StoredRole } = {},
): Promise<Account> {
  const email = `${randomUUID()}@example.org`;
  const headers = { "user-agent": userAgent };
  const answered = await t.send(session.signUp, { body: { name, email, password: PASSWORD }, headers });
  if (answered.statusCode !== 200) throw new Error(`Signing up answered ${answered.statusCode}: ${answered.payload}`);
  if (role !== "user") await t.database.db.updateTable("users").set({ role }).where("email", "=", email).execute();
  return enter(t, email, cookieOf(answered));
}

/** Signs in once more, from another device. */
export async function signIn(
  t: TestApp,
  { email }: { email: string },
  { password = PASSWORD, userAgent = "" } = {},
): Promise<Account> {
  const headers = { "user-agent": userAgent };
  const answered = await t.send(session.signIn, { body: { email, password }, headers });
  if (answered.statusCode !== 200) throw new Error(`Signing in answered ${answered.statusCode}: ${answered.payload}`);
  return enter(t, email, cookieOf(answered));
}

async function enter(t: TestApp, email: string, first: string): Promise<Account> {
  const answered = await t.send(session.createAccessToken, { body: { email }, headers: { cookie: first } });
  const { token } = answered.json<{ token: string }>();
  // A role that has changed brings the session a new secret.
  const cookie = cookieOf(answered) || first;
  const sessionId = t.tokens.read(token) ?? "";
  const { _id: id, name } = await t.request(users.getUser, { as: { token } as Person, params: { email } });
  return { id, name, email, cookie, token, sessionId };
}
