import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Opens the newest email to `to` about `subject` in the sandbox, and returns the URL of its link. */
export async function mailedLink(page: Page, to: string, subject: string): Promise<string> {
  const email = page
    .getByRole("listitem")
    .filter({ hasText: `to ${to},` })
    .getByRole("link", { name: subject, exact: true })
    .first();
  // Emails are stored asynchronously, after the requests that cause them.
  await expect(async () => {
    await page.goto("/sandbox/mail");
    await expect(email).toBeVisible({ timeout: 100 });
  }).toPass();
  await email.click();
  const link = await page.getByRole("link", { name: /#/ }).getAttribute("href");
  if (!link) throw new Error(`The mail "${subject}" to ${to} has no link`);
  return link;
}
