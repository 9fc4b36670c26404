import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { Interactions } from "./interactions.ts";
import { drawPng } from "./picture.ts";

const QUESTION = "Test: Should the meeting end at five?";
const picture = { name: "clock.png", mimeType: "image/png", buffer: drawPng(600, 400) };

test("a visitor's question is submitted for review within 12 interactions, signing up by Google included @phone", async ({
  page,
}) => {
  const by = new Interactions();
  await page.goto("/");
  await by.press(page.getByRole("banner").getByRole("link", { name: "Ask a question" }));
  await by.fill(page.getByRole("textbox", { name: "Your question" }), QUESTION);
  await by.choose(page.getByLabel("Category"), "Efficiency");
  await by.upload(page.locator('input[type="file"]'), picture);
  await expect(page.getByText("The picture is saved on this device.")).toBeVisible();
  await by.press(page.getByRole("button", { name: "Continue" }));
  await expect(page.getByText("Your question is saved.")).toBeVisible();
  await by.press(page.getByRole("button", { name: "Continue with Google" }));
  await by.press(page.getByRole("button", { name: /^Continue as/ }).first());

  // Nothing was sent yet: the draft and its picture survived the way to the provider and back, and one press submits them.
  await expect(page.getByRole("textbox", { name: "Your question" })).toHaveValue(QUESTION);
  await expect(page.getByRole("img", { name: "The chosen picture" })).toHaveAttribute("src", /^\/images\//);
  await by.press(page.getByRole("status").getByRole("button", { name: "Submit for review" }));
  await expect(page.getByRole("heading", { name: "Submitted for review" })).toBeVisible();
  // The button is gone, but the focus does not fall back to the start of the page.
  await expect(page.getByRole("status").filter({ hasText: "Submitted for review" })).toBeFocused();
  expect(by.count).toBeLessThanOrEqual(12);
  await checkAxe(page);
});
