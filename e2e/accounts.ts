import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { type Client, signUp } from "./people.ts";

/** Creates an account and signs in to it. Returns its email address. */
export async function newcomer(client: Client, name: string): Promise<string> {
  await signUp(client, name);
  const answer = await client.request.get("/api/auth/get-session");
  return ((await answer.json()) as { user: { email: string } }).user.email;
}

export async function openProfile(page: Page): Promise<void> {
  await page.goto("/profile");
  await expect(section(page, "Where you are signed in").getByText("This device")).toBeVisible();
}

export const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
