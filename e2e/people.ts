import { type APIRequestContext, expect } from "@playwright/test";
import { avatarPath } from "@survey-app/contract/users/avatars.ts";

/** Sends requests with its own cookies: a browser context, or one without a browser. */
export interface Client {
  readonly request: APIRequestContext;
}

/** The demo's accounts, one for each role. */
export const people = {
  admin: { email: "admin@example.com", name: "Ada Admin" },
  surveyor: { email: "surveyor@example.com", name: "Sam Surveyor" },
  "pro-user": { email: "pro@example.com", name: "Pia Pro" },
  user: { email: "user@example.com", name: "Uli User" },
} as const;

export type DemoRole = keyof typeof people;

export const PASSWORD = "Passw0rd!";

/** Signs in without the login page, for tests about something else. Returns the bearer token. */
export async function signIn(client: Client, role: DemoRole): Promise<string> {
  const { email } = people[role];
  const data = { email, password: PASSWORD };
  await expect(await client.request.post("/api/auth/sign-in/email", { data })).toBeOK();
  return tokenOf(client, email);
}

/** Creates an account and signs in to it. Returns its bearer token. */
export async function signUp(client: Client, name: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}.${crypto.randomUUID().slice(0, 8)}@example.org`;
  const data = { name, email, password: PASSWORD, image: avatarPath(name) };
  await expect(await client.request.post("/api/auth/sign-up/email", { data })).toBeOK();
  return tokenOf(client, email);
}

/** A bearer token for the account that the client is signed in to. */
export async function tokenOf(client: Client, email: string): Promise<string> {
  const answer = await client.request.post("/api/jwt", { data: { email } });
  await expect(answer).toBeOK();
  return ((await answer.json()) as { token: string }).token;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
