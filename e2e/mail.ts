import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Opens the newest mail to `to` about `subject`, as the sandbox keeps it, and answers the address of its link. */
export async function mailedLink(page: Page, to: string, subject: string): Promise<string> {
  const letter = page
    .getByRole("listitem")
    .filter({ hasText: `to ${to},` })
    .getByRole("link", { name: subject, exact: true })
    .first();
  // Mails are written aside from the calls that cause them.
  await expect(async () => {
    await page.goto("/sandbox/mail");
    await expect(letter).toBeVisible({ timeout: 100 });
  }).toPass();
  await letter.click();
  const link = await page.getByRole("link", { name: /#/ }).getAttribute("href");
  if (!link) throw new Error(`The mail "${subject}" to ${to} has no link`);
  return link;
}

/** Goes to a mailed link, and waits until the page has taken the secret out of its address: then it can be used. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page).toHaveURL(link.replace(/#.*/, ""));
}
