import { join } from "node:path";
import type { Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { type DemoRole, signIn, signUp } from "./people.ts";
import { type Screen, screens } from "./screens.ts";

// Spreads the screens over both workers.
test.describe.configure({ mode: "parallel" });

const folder = process.env.SCREENSHOTS === "1" ? join(import.meta.dirname, "../screenshots") : null;

const sizes = [
  { name: "desktop", width: 1280, height: 800 },
  { name: "phone", width: 390, height: 844 },
  { name: "narrow", width: 320, height: 640 },
] as const;

for (const [role, list] of Object.entries(screens) as ["visitor" | DemoRole, Screen[]][]) {
  for (const screen of list) {
    test(`${screen.name} as ${role}`, async ({ keptPage, newPerson, expectTrouble }) => {
      if (screen.trouble) expectTrouble(screen.trouble);
      const page = screen.asSomebodyNew
        ? await newPerson()
        : await keptPage(role, async (context) => role !== "visitor" && signIn(context, role));
      if (screen.asSomebodyNew) await signUp(page.context(), "Nina New");
      await page.setViewportSize(sizes[0]);
      await page.goto(typeof screen.path === "string" ? screen.path : await screen.path(page));
      await expect(page.getByRole("heading", { level: 1, name: screen.heading })).toBeVisible();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
      await page.waitForLoadState("networkidle");
      await screen.after?.(page);
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect(await sidewaysScroll(page), `sideways scroll at ${size.width} px`).toBe(0);
        if (size.name === "narrow") continue; // nothing but narrower
        await checkAxe(page);
        if (folder) await takePictures(page, `${role}-${screen.name}-${size.name}`, folder);
      }
    });
  }
}

test("the open menus of a small screen", async ({ page, context }) => {
  await signIn(context, "surveyor");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/dashboard/adminHome");
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(page.getByRole("navigation", { name: "Main, small screen" })).toBeVisible();
  expect(await sidewaysScroll(page)).toBe(0);
  await checkAxe(page);
  if (folder) await takePictures(page, "surveyor-menu-phone", folder, false);
  await page.getByRole("button", { name: "Close the menu" }).click();
  await page.getByRole("button", { name: "Dashboard menu" }).click();
  await expect(page.getByRole("dialog", { name: "Dashboard menu" })).toBeVisible();
  await checkAxe(page);
  if (folder) await takePictures(page, "surveyor-drawer-phone", folder, false);
});

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

async function takePictures(page: Page, name: string, to: string, fullPage = true): Promise<void> {
  const isDialogOpen = (await page.locator("dialog:modal").count()) > 0;
  // Pictures load when they come near.
  if (fullPage && !isDialogOpen) {
    for (const picture of await page.locator("main img").all()) await picture.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForLoadState("networkidle");
  }
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(to, `${name}-${colorScheme}.png`), fullPage: fullPage && !isDialogOpen });
  }
  await page.emulateMedia({ colorScheme: null });
}
