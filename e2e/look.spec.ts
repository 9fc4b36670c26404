import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { isNightly } from "../tools/test/testFiles.ts";
import { checkAxe } from "./checkAxe.ts";
import { findDrift } from "./drift.ts";
import { expect, test } from "./fixtures.ts";
import { expectStill } from "./movement.ts";
import { findWrongNesting } from "./nesting.ts";
import { DESKTOP, inEachState, openScreen } from "./openScreen.ts";
import type { DemoRole } from "./people.ts";
import type { Screen } from "./screen.ts";
import { screens } from "./screens.ts";
import { sidewaysScroll } from "./sidewaysScroll.ts";
import { type SpecRoute, specRoutes } from "./specRoutes.ts";

// Distributes the screens over the workers.
test.describe.configure({ mode: "parallel" });

const folder = process.env.SCREENSHOTS === "1" ? join(import.meta.dirname, "../screenshots") : null;

const desktop = { name: "desktop", ...DESKTOP, hasAxe: true };
/** Only for nights and pictures: axe finds the same as on a desktop, and pages that fit the narrow screen fit here. */
const phone = { name: "phone", width: 390, height: 844, hasAxe: isNightly };
const narrow = { name: "narrow", width: 320, height: 640, hasAxe: false };
const sizes = isNightly || folder ? [desktop, phone, narrow] : [desktop, narrow];

test("every route of the specification is among the screens, seen by the role that may open it", () => {
  for (const { path, role } of specRoutes)
    expect(
      screens[role].map((screen) => screen.path),
      `screens of ${role}`,
    ).toContain(path);
});

for (const [role, list] of Object.entries(screens) as ["visitor" | DemoRole, Screen[]][]) {
  for (const screen of list) {
    test(`${screen.name} as ${role}`, async ({ sharedPage, newSessionPage, newClient, tokenFor, expectTrouble }) => {
      const openers = { sharedPage, newSessionPage, newClient, tokenFor, expectTrouble };
      const { page, path } = await openScreen(screen, role, { ...openers, reload: folder !== null });
      const route = specRoutes.find((each) => each.path === screen.path && each.role === role);
      if (route) await expectRoute(page, path, route);
      await inEachState(page, screen, (name) => checkLook(page, `${role}-${name}`, screen === list[0]));
    });
  }
}

/**
 * A date in English words, such as 30 Nov 2026. The specification wants 30-11-2026; records are for minutes, which have
 * words.
 */
const DATE_IN_WORDS = /\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}\b/;

/**
 * Nothing is wider than the screen, is in an element that may not contain it, or differs from all other pages; dates
 * are numeric, and axe doesn't find violations.
 */
async function checkLook(page: Page, name: string, withFrame: boolean): Promise<void> {
  if (!name.includes("record"))
    await expect(page.locator("body")).not.toContainText(DATE_IN_WORDS, { useInnerText: true });
  expect(await findWrongNesting(page), "elements in others that may not contain them").toEqual([]);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => sidewaysScroll(page), `sideways scroll at ${size.width} px`).toBe(0);
    expect(await findDrift(page), `what differs from all other pages at ${size.width} px`).toEqual([]);
    if (size.hasAxe) await checkAxe(page, { withFrame });
    if (folder && size.name !== "narrow") await takePictures(page, `${name}-${size.name}`, folder);
  }
}

/** The page at `path` is the route's own: neither the 404 page nor the one for a missing role. */
async function expectRoute(page: Page, path: string, route: SpecRoute): Promise<void> {
  expect((await page.request.get(path)).status()).toBe(200);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(route.heading);
  await expect(heading).not.toHaveText(/Page not found|could not be loaded|don't have access/);
  await expect(page).toHaveTitle(/^Survey App \|\| (?!Error|Page not found)./);
  if (route.title) await expect(page).toHaveTitle(route.title);
  expect(new URL(page.url()).pathname, "stays at its address").toBe(path);
}

test("the open menu of a small screen", async ({ sharedPage }) => {
  const page = await sharedPage("surveyor");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/dashboard/adminHome");
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  expect(await sidewaysScroll(page)).toBe(0);
  await checkAxe(page, { withFrame: true });
  if (folder) await takePictures(page, "surveyor-menu-phone", folder, false);
  await page.keyboard.press("Escape");
});

test("a row's menu opens beside its button on a phone, not at the window's edge", async ({ sharedPage }) => {
  const page = await sharedPage("admin");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/dashboard/admin/surveys");
  const more = page.getByRole("button", { name: /^More: / }).first();
  await more.click();
  const menu = page.locator(".actions-menu:popover-open");
  const edgesOf = async (shown: Locator) => {
    const { x, width } = (await shown.boundingBox()) ?? { x: 0, width: 0 };
    return { left: x, right: x + width };
  };
  const [button, box] = [await edgesOf(more), await edgesOf(menu)];
  // If there isn't room to the right, the right edges are aligned.
  if (box.left !== button.left) expect(box.right).toBeCloseTo(button.right, 0);
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThan(390);
  await page.keyboard.press("Escape");
});

test("nothing on the screen moves when a page's content replaces its placeholder", async ({ sharedPage }) => {
  const page = await sharedPage("surveyor");
  await page.goto("/surveys");
  await expect(page.getByRole("table", { name: "Your surveys" })).toBeVisible();
  await expectStill(page, "the table", { most: 0.05 });
});

test("a picture's date and use don't touch on the narrowest screen", async ({ sharedPage }) => {
  const page = await sharedPage("surveyor");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/profile");
  const row = page.getByRole("listitem").filter({ hasText: "In use" }).first();
  const [date, use] = [await row.locator("time").boundingBox(), await row.getByText("In use").boundingBox()];
  const isBeside = Number(use?.x) >= Number(date?.x) + Number(date?.width);
  expect(isBeside || Number(use?.y) >= Number(date?.y) + Number(date?.height)).toBe(true);
});

test("a row's counts of few votes don't touch on the narrowest screen", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/surveysPages?sort=asc");
  const rows = page.getByRole("article").filter({ has: page.locator("dl") });
  const gaps = await rows.evaluateAll((all) =>
    all.map((row) => {
      const edge = (found: string, side: "left" | "right") => row.querySelector(found)?.getBoundingClientRect()[side];
      return Number(edge("div + div > dt", "left")) - Number(edge("dl dd", "right"));
    }),
  );
  expect(gaps.length).toBeGreaterThan(5);
  expect(Math.min(...gaps)).toBeGreaterThan(4);
});

test("forced colors keep the edge of main buttons, and what is selected", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/surveysPages");
  const look = (name: string) =>
    page
      .getByRole("link", { name, exact: true })
      .filter({ visible: true })
      .evaluate((link) => {
        const { borderTopWidth, backgroundColor } = getComputedStyle(link);
        return { borderTopWidth, backgroundColor };
      });
  expect((await look("Signup")).borderTopWidth).toBe("1px");
  expect((await look("All")).backgroundColor).not.toBe((await look("Open")).backgroundColor);
});

async function takePictures(page: Page, name: string, to: string, fullPage = true): Promise<void> {
  const isDialogOpen = (await page.locator("dialog:modal").count()) > 0;
  // Images load when they come near the viewport.
  if (fullPage && !isDialogOpen) {
    for (const picture of await page.locator("main img:visible").all()) await picture.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForLoadState("networkidle");
  }
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(to, `${name}-${colorScheme}.png`), fullPage: fullPage && !isDialogOpen });
  }
  await page.emulateMedia({ colorScheme: null });
}
