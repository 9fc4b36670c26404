import { randomUUID } from "node:crypto";
import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { avatarPath } from "@survey-app/contract/users/avatars.ts";
import type { StoredRole } from "@survey-app/contract/users/users.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { addMembership } from "./memberships.sql.ts";
import type { Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** The password of new accounts. */
export const PASSWORD = "Kettle-on7!";

/** A user who signed up by password, with the cookie and the token of that session. */
export interface Account extends Person {
  cookie: string;
}

/** The `Cookie` header that a browser would send after this response. */
export const cookieOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");

/** What a sign-up sends, with another address each time. */
export const signUpBody = ({
  name = "Nora New",
  ...fields
}: Partial<RequestOf<typeof session.signUp>["body"]> = {}) => ({
  name,
  email: `${randomUUID()}@example.org`,
  password: PASSWORD,
  image: avatarPath(name) ?? "",
  ...fields,
});

/**
 * Signs up through the endpoint, as a browser does; the account then gets the `role` and a membership, before its
 * session is cached for a second.
 */
export async function signUp(
  t: TestApp,
  { name = "Nora New", userAgent = "", role = "user" as StoredRole, isMember = false } = {},
): Promise<Account> {
  const body = signUpBody({ name });
  const { email } = body;
  const headers = { "user-agent": userAgent };
  const response = await t.send(session.signUp, { body, headers });
  if (response.statusCode !== 200) throw new Error(`Signing up answered ${response.statusCode}: ${response.payload}`);
  if (role !== "user") await t.database.db.updateTable("users").set({ role }).where("email", "=", email).execute();
  if (isMember) await addMembership(t.database, await idOf(t, email));
  return withToken(t, email, cookieOf(response));
}

/** Signs in once more, from another device. */
export async function signIn(
  t: TestApp,
  { email }: { email: string },
  { password = PASSWORD, userAgent = "" } = {},
): Promise<Account> {
  const headers = { "user-agent": userAgent };
  const response = await t.send(session.signIn, { body: { email, password }, headers });
  if (response.statusCode !== 200) throw new Error(`Signing in answered ${response.statusCode}: ${response.payload}`);
  return withToken(t, email, cookieOf(response));
}

async function idOf({ database: { db } }: TestApp, email: string): Promise<string> {
  return (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
}

async function withToken(t: TestApp, email: string, first: string): Promise<Account> {
  const response = await t.send(session.createAccessToken, { body: { email }, headers: { cookie: first } });
  const { token } = response.json<{ token: string }>();
  // A role change renews the session, so its cookie is a new one.
  const cookie = cookieOf(response) || first;
  const sessionId = t.tokens.read(token) ?? "";
  const { _id: id, name } = await t.request(users.getUser, { as: { token } as Person, params: { email } });
  return { id, name, email, cookie, token, sessionId };
}
