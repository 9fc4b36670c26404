import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/**
 * Opens a screen by a link on the open page: the app's scripts stay, so it takes a third of the time of loading its
 * URL.
 */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement("a"), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await expect(page).toHaveURL(path);
}
