import { expect, test } from "./fixtures.ts";
import { Interactions } from "./interactions.ts";
import { drawPng } from "./picture.ts";

test.use({ serverEnv: { SURVEYORS: "everyone", SURVEY_REVIEW: "off" } });

test("where everyone may ask, a visitor's question is public within 12 interactions, signing in included", async ({
  page,
  sharedPage,
}) => {
  const by = new Interactions();
  await page.goto("/");
  await by.press(page.getByRole("main").getByRole("link", { name: "Ask a question" }));
  await by.fill(page.getByRole("textbox", { name: "Your question" }), "Test: Is it public at once?");
  await by.choose(page.getByLabel("Category"), "Features");
  await by.upload(page.locator('input[type="file"]'), {
    name: "wide.png",
    mimeType: "image/png",
    buffer: drawPng(900, 500),
  });
  await expect(page.getByText("The picture is saved on this device.")).toBeVisible();
  await by.press(page.getByRole("button", { name: "Continue" }));
  await by.press(page.getByRole("button", { name: "Continue with Google" }));
  await by.press(page.getByRole("button", { name: /^Continue as/ }).first());

  // The draft and its picture survive the way to the provider and back.
  await expect(page.getByRole("textbox", { name: "Your question" })).toHaveValue("Test: Is it public at once?");
  await by.press(page.getByRole("status").getByRole("button", { name: "Publish" }));
  await by.press(page.getByRole("link", { name: "See the survey" }));
  await expect(page.getByRole("heading", { level: 1, name: "Test: Is it public at once?" })).toBeVisible();
  expect(by.count).toBeLessThanOrEqual(12);

  const visitor = await sharedPage("visitor");
  await visitor.goto(new URL(page.url()).pathname);
  await expect(visitor.getByRole("radio", { name: "Yes" })).toBeVisible();
});
