import { type BrowserContext, expect } from "@playwright/test";

/** The demo's accounts, one for each role. */
export const people = {
  admin: { email: "admin@example.com", name: "Ada Admin" },
  surveyor: { email: "surveyor@example.com", name: "Sam Surveyor" },
  "pro-user": { email: "pro@example.com", name: "Pia Pro" },
  user: { email: "user@example.com", name: "Uli User" },
} as const;

export type DemoRole = keyof typeof people;

export const PASSWORD = "Passw0rd!";

/** Signs the browser in without the login page, where signing in is not what is tested. Answers its bearer token. */
export async function signIn(context: BrowserContext, role: DemoRole): Promise<string> {
  const { email } = people[role];
  const data = { email, password: PASSWORD };
  await expect(await context.request.post("/api/auth/sign-in/email", { data })).toBeOK();
  return tokenOf(context, email);
}

/** Makes a new account and signs the browser in as it. Answers its bearer token. */
export async function signUp(context: BrowserContext, name: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}.${crypto.randomUUID().slice(0, 8)}@example.org`;
  const data = { name, email, password: PASSWORD };
  await expect(await context.request.post("/api/auth/sign-up/email", { data })).toBeOK();
  return tokenOf(context, email);
}

/** A bearer token for whom the browser's cookie belongs to. */
export async function tokenOf(context: BrowserContext, email: string): Promise<string> {
  const answer = await context.request.post("/api/jwt", { data: { email } });
  await expect(answer).toBeOK();
  return ((await answer.json()) as { token: string }).token;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
