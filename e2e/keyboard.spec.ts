import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { bearer, PASSWORD, people } from "./people.ts";
import { demoSurvey } from "./surveys.ts";

/** Presses Tab until the element named `name` has the focus; fails if it never does. Returns all names on the way. */
async function tabTo(page: Page, name: string, max = 60): Promise<string[]> {
  const passed: string[] = [];
  for (let presses = 0; presses < max; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
      return (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").trim();
    });
    passed.push(focused);
    if (focused === name) return passed;
  }
  throw new Error(`Tab never came to "${name}", only to ${JSON.stringify(passed)}`);
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a user can vote by keyboard alone", async ({ page, publishSurvey }) => {
  const title = "Can this be done without a mouse?";
  await publishSurvey({ title });
  await page.goto("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  expect(await tabTo(page, "Get Survey-02")).toEqual([
    "Your question",
    "Ask a question",
    "Enter a code",
    "Get Survey-02",
  ]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/surveysPages");
  await expect(heading(page)).toBeFocused();

  // From the heading the order is search, filters, then the cards.
  await expect(page.getByRole("article").filter({ hasText: title })).toBeVisible();
  const passed = await tabTo(page, `Details: Test: ${title}`);
  expect(passed.slice(0, 4)).toEqual(["Search in titles and descriptions", "Search", "Category", "Sort"]);
  await expect(page.getByRole("article").filter({ hasText: title })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(`Test: ${title}`);
  await expect(heading(page)).toBeFocused();

  await expect(page.getByRole("button", { name: "Live · Pause" })).toBeVisible();
  // From the question straight to the vote.
  expect(await tabTo(page, "Yes")).toHaveLength(1);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
  await tabTo(page, "Sign in");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Login");
  await expect(heading(page)).toBeFocused();
  await tabTo(page, "Email");
  await page.keyboard.type(people.user.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "User Login Successful." })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(heading(page)).toHaveText(`Test: ${title}`);
  await expect(heading(page)).toBeFocused();

  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Vote Yes" })).toBeEnabled();
  await tabTo(page, "Vote Yes");
  await page.keyboard.press("Enter");
  await expect(page.getByText("You voted Yes")).toBeVisible();
  // The button is gone, but the focus does not fall back to the start of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
});

test("a dialog keeps the focus inside, Esc closes it, and the focus goes back", async ({ sharedPage }) => {
  const page = await sharedPage("admin");
  await page.goto("/dashboard/admin/surveys");
  const button = page.getByRole("button", { name: /^publish: (?!Test: )/ }).first();
  await expect(button).toBeVisible();
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Publish this survey?" });
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press("Tab");
    const isOutside = await page.evaluate(() => {
      const element = document.activeElement;
      return element !== document.body && element?.closest("dialog") === null;
    });
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  // A dialog from a menu: the menu is closed by then, and its button has the focus.
  const publishes = page.getByRole("button", { name: /^publish: (?!Test: )/ });
  const row = page.getByRole("row").filter({ has: publishes }).first();
  const more = row.getByRole("button", { name: /^More: / });
  await more.click();
  await row.getByRole("button", { name: /^Delete: / }).click();
  // Buttons that get the focus of a dialog are silent in Orca.
  await expect(page.getByRole("dialog", { name: "Delete this survey?" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
});

test("after an action that removes its row the heading has the focus", async ({ sharedPage, request, tokenFor }) => {
  const headers = bearer(await tokenFor("surveyor"));
  const { image } = await demoSurvey(request, "running");
  for (const Title of ["Test: Is it deleted?", "Test: Is it published?"]) {
    const data = { Title, category: "Cleaning Tools", image };
    await expect(await request.post("/api/surveysForm", { headers, data })).toBeOK();
  }
  const page = await sharedPage("admin");
  // The surveys that await review.
  await page.goto("/dashboard/admin/surveys?status=1");
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await press("More: Test: Is it deleted?");
  await press("Delete: Test: Is it deleted?");
  await press("Delete");
  await expect(page.getByRole("link", { name: "Test: Is it deleted?" })).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
  await press("publish: Test: Is it published?");
  await press("publish");
  await expect(page.getByRole("link", { name: "Test: Is it published?" })).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
});

test("arrow keys move between tabs; Enter works on accordion and theme switch", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  await page.goto("/");
  const tab = (name: string) => page.getByRole("tab", { name });
  await tab("Introduction").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tab("feedback")).toBeFocused();
  await expect(tab("feedback")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("End");
  await expect(tab("Conclusion")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tab("Introduction")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(tab("Conclusion")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tabpanel", { name: "Conclusion" })).toBeFocused();

  const second = page.locator("details").nth(1);
  await second.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(second).toHaveAttribute("open");
});

test("the focused element is always visible, never under the fixed bar", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  await page.goto("/surveysPages");
  for (let presses = 0; presses < 28; presses++) await page.keyboard.press("Tab");
  for (let presses = 0; presses < 16; presses++) {
    await page.keyboard.press("Shift+Tab");
    const top = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.closest("header") ? null : (element?.getBoundingClientRect().bottom ?? null);
    });
    if (top !== null) expect(top).toBeGreaterThan(64);
  }
});

test("Tab goes on from a row's menu, which closes, and Shift with Tab back to its button", async ({ sharedPage }) => {
  const page = await sharedPage("admin");
  await page.goto("/dashboard/admin/surveys");
  const more = page.getByRole("button", { name: /^More: / }).first();
  const menu = page.locator(".actions-menu:popover-open");
  await more.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("button").first()).toBeFocused();
  const entries = await menu.getByRole("button").count();
  for (let presses = 0; presses < entries; presses++) await page.keyboard.press("Tab");
  await expect(menu).toHaveCount(0);
  await more.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(more).toBeFocused();
  await expect(menu).toHaveCount(0);
});
