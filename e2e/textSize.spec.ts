import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { sidewaysScroll } from "./sidewaysScroll.ts";
import { demoSurvey, makeLinkSurvey } from "./surveys.ts";

const rootSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
const size = (page: Page) => page.getByRole("button", { name: /^Text size/ });

test("where people vote, texts have four sizes, and the choice survives size, theme and language", async ({
  newSessionPage,
  request,
}) => {
  const page = await newSessionPage();
  await page.setViewportSize({ width: 390, height: 664 });
  const { _id } = await demoSurvey(request, "running");
  await page.goto(`/surveydetails/${_id}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  for (const [label, px] of [
    ["Text size: Normal. Switch to large", "20px"],
    ["Text size: Large. Switch to larger", "24px"],
    ["Text size: Larger. Switch to largest", "32px"],
  ] as const) {
    await page.getByRole("button", { name: label, exact: true }).click();
    expect(await rootSize(page)).toBe(px);
    await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
    expect(await sidewaysScroll(page), label).toBe(0);
    await expect(page.getByRole("button", { name: "Menu" })).toBeInViewport({ ratio: 1 });
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();

  // The document has the size before its first paint.
  await page.reload({ waitUntil: "commit" });
  await page.waitForFunction(() => document.body !== null);
  expect(await rootSize(page)).toBe("32px");
  await page.getByRole("contentinfo").locator("summary").click();
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page.getByRole("radio", { name: "Ja" })).toBeChecked();
  expect(await rootSize(page)).toBe("32px");
  await page.getByRole("button", { name: /^Schriftgröße/ }).click();
  expect(await rootSize(page)).toBe("16px");
});

test("on a phone the vote page of an open link has the same sizes, and remembers them", async ({
  newSessionPage,
  request,
  tokenFor,
}) => {
  const page = await newSessionPage();
  await page.setViewportSize({ width: 390, height: 664 });
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Shall we have a break?");
  await page.goto(`/surveydetails/${id}`);
  await page.getByRole("radio", { name: "No" }).check();
  for (const px of ["20px", "24px", "32px"]) {
    await size(page).click();
    expect(await rootSize(page)).toBe(px);
    expect(await sidewaysScroll(page), px).toBe(0);
  }
  await page.reload();
  expect(await rootSize(page)).toBe("32px");
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Vote No" })).toBeVisible();
});

test("the answers' group is named by its question, and the first answer says once that nothing is sent until the button", async ({
  sharedPage,
  publishSurvey,
  request,
  tokenFor,
}) => {
  const page = await sharedPage("user");
  const Title = "Test: Should the library open on Sundays?";
  const ofEveryone = await publishSurvey({ title: Title.replace("Test: ", "") });
  for (const id of [ofEveryone, await makeLinkSurvey(request, await tokenFor("surveyor"), Title)]) {
    await page.goto(`/surveydetails/${id}`);
    const group = page.getByRole("group", { name: Title, exact: true });
    const yes = group.getByRole("radio", { name: "Yes", exact: true });
    const no = group.getByRole("radio", { name: "No", exact: true });
    await expect(yes).toHaveAccessibleDescription("Your vote Nothing is sent yet.");
    await expect(no).toHaveAccessibleDescription("");
    await expect(group.getByRole("radio")).toHaveCount(2);
    await yes.focus();
    await page.keyboard.press("ArrowRight");
    for (const answer of [yes, no]) await expect(answer).toHaveAccessibleDescription("");
    await expect(page.getByRole("button", { name: "Vote No", exact: true })).toBeVisible();
    await expect(page.getByText("Nothing is sent yet.")).toHaveCount(1);
  }
});
