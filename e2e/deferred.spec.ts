import type { Page } from "@playwright/test";
import { loadOnlyOnUse } from "../tools/test/pageWeight.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { demoSurvey } from "./surveys.ts";

/** Presses a survey's button twice before its deferred scripts arrive, then lets them arrive. @returns its dialog */
async function pressEarly(page: Page, mouseButton: "left" | "right") {
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  const survey = await demoSurvey(page.request, "running");
  await loadOnlyOnUse(page);
  let isOpen = false;
  await page.route(/\.js$/, async (route) => {
    if (isOpen) await promise;
    await route.continue();
  });
  await page.goto(`/surveydetails/${survey._id}`);
  isOpen = true;
  const button = page.getByRole("button", { name: "Check that a vote is counted" });
  await expect(button).toBeDisabled();
  await page.evaluate(() => {
    addEventListener("click", () => document.documentElement.append(document.createComment("click")), {
      capture: true,
    });
  });
  await button.click({ button: mouseButton, clickCount: 2, force: true });
  await expect(button).toBeDisabled();
  arrive();
  await expect(button).toBeEnabled();
  return page.getByRole("dialog");
}

test("a button that is pressed before its code has loaded is pressed once more when it has, but not for another mouse button", async ({
  page,
}) => {
  const dialog = await pressEarly(page, "left");
  await expect(dialog).toBeVisible();
  const clicks = await page.evaluate(
    () => [...document.documentElement.childNodes].filter(({ nodeValue }) => nodeValue === "click").length,
  );
  expect(clicks).toBe(1);
  await page.unrouteAll();
  await pressEarly(page, "right");
  // The first use of the page that follows shows it.
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(dialog).toHaveCount(0);
});

test("a control that has the focus keeps it when the page's code replaces what the server rendered", async ({
  page,
}) => {
  const survey = await demoSurvey(page.request, "running");
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  await loadOnlyOnUse(page);
  let isHeld = false;
  await page.route(/\.js$/, async (route) => {
    if (isHeld) await promise;
    await route.continue();
  });
  await page.goto(`/surveydetails/${survey._id}`);
  isHeld = true;
  const before = await page.evaluateHandle(() => {
    // Below the first screen, where parts wait for their code.
    const last = [...document.querySelectorAll<HTMLElement>("main a[href]")].at(-1);
    last?.focus();
    return last;
  });
  const words = await page.locator(":focus").textContent();
  arrive();
  await expect(page.getByRole("button", { name: "Check that a vote is counted" })).toBeEnabled();
  await expect.poll(() => before.evaluate((link) => link?.isConnected)).toBe(false);
  await expect(page.locator("main a:focus")).toHaveText(words ?? "");
});

test("of two successive clicks on links the last one counts, and the sidebar appears even if its code loads late", async ({
  page,
  context,
}) => {
  await signIn(context, "user");
  /** Holds back the script until the returned function is called. */
  const hold = async (script: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(`**/assets/**/${script}*.js`, async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  };
  const [showProfile, showSidebar] = [await hold("ProfilePage"), await hold("DashboardLayout")];
  await page.goto("/");
  const links = {
    first: page.locator('a[href="/profile"]').first(),
    last: page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "PRICE Page" }),
  };
  await links.first.evaluate((element: HTMLElement) => element.click());
  await links.last.evaluate((element: HTMLElement) => element.click());
  await expect(page).toHaveURL("/membarShip");
  showProfile();
  // Longer than a click waits for the next page.
  await page.waitForTimeout(400);
  await expect(page).toHaveURL("/membarShip");
  await expect(page.getByRole("main")).toContainText("$12.00 / year");

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "ADMIN", exact: true }).click();
  await page.waitForTimeout(400);
  showSidebar();
  await expect(page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Home" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
});

test("the footer is hidden while a page loads that would push it down", async ({ page }) => {
  const footer = page.getByRole("contentinfo");
  await page.goto("/surveysPages");
  await expect(footer).toBeVisible();
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  await page.route("**/surveyor/*", async (route) => {
    await promise;
    await route.continue();
  });
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  await expect(page.getByRole("main").locator(".skeleton").first()).toBeVisible();
  await expect(page.locator("footer")).toHaveCSS("visibility", "hidden");
  arrive();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(footer).toBeVisible();
});

test("a pointer that rests where a page appears doesn't load its deferred code, and one that moves does", async ({
  freshPage,
}) => {
  const page = await freshPage();
  await loadOnlyOnUse(page);
  await page.mouse.move(300, 30);
  const scripts: string[] = [];
  page.on("request", (sent) => void (sent.resourceType() === "script" && scripts.push(sent.url())));
  await page.goto("/", { waitUntil: "networkidle" });
  const isDeferred = () => scripts.some((url) => url.endsWith("/shared.js"));
  expect(isDeferred()).toBe(false);
  await page.mouse.move(320, 40);
  await expect.poll(isDeferred).toBe(true);
});
