import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { demoSurvey } from "./surveys.ts";

/** Presses a button of a survey twice before its deferred scripts arrive, and lets them arrive. @returns its dialog */
async function pressEarly(page: Page, mouseButton: "left" | "right") {
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  const survey = await demoSurvey(page.request, "running");
  let isOpen = false;
  await page.route(/\.js$/, async (route) => {
    if (isOpen) await promise;
    await route.continue();
  });
  await page.goto(`/surveydetails/${survey._id}`);
  isOpen = true;
  const button = page.getByRole("button", { name: "Check that my vote is counted" });
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

test("a button that is pressed before its code is loaded is pressed again when it is, once", async ({
  newSessionPage,
}) => {
  const page = await newSessionPage();
  await expect(await pressEarly(page, "left")).toBeVisible();
  const clicks = await page.evaluate(
    () => [...document.documentElement.childNodes].filter(({ nodeValue }) => nodeValue === "click").length,
  );
  expect(clicks).toBe(1);
});

test("a button that is pressed early with another mouse button is not pressed", async ({ newSessionPage }) => {
  const page = await newSessionPage();
  const dialog = await pressEarly(page, "right");
  // The first use of the page that follows shows it.
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(dialog).toHaveCount(0);
});
