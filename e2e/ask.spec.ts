import type { Locator } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { Effort } from "./effort.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { phone } from "./phone.ts";
import { drawPng } from "./picture.ts";
import { questionField } from "./questionField.ts";

const QUESTION = "Test: Should the meeting end at five?";
const picture = { name: "clock.png", mimeType: "image/png", buffer: drawPng(600, 400) };

test("a visitor's question with a picture is submitted with 9 presses and 2 fields at most, besides signing up @phone", async ({
  page,
}) => {
  const by = new Effort();
  await page.goto("/");
  await by.press(page.getByRole("banner").getByRole("link", { name: "Ask a question" }));
  await by.fill(questionField(page), QUESTION);
  await by.press(page.getByRole("radio", { name: "Open vote" }));
  await by.choose(page.getByLabel("Category"), "Efficiency");
  await by.press(page.getByText("More", { exact: true }));
  await by.upload(page.locator('input[type="file"]'), picture);
  await expect(page.getByText("The picture is saved on this device.")).toBeVisible();
  await by.fill(page.getByRole("textbox", { name: "Describe the picture" }), "A clock that shows five");
  await by.press(page.getByRole("button", { name: "Continue" }));
  await expect(page.getByText("Your question is saved.")).toBeVisible();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page
    .getByRole("button", { name: /^Continue as/ })
    .first()
    .click();

  // Nothing has been sent yet: the draft and its picture survived the way to the provider and back, and one press
  // submits them.
  const preview = page.getByRole("region", { name: "Check your question" });
  await expect(preview.getByRole("heading", { name: QUESTION })).toBeVisible();
  await expect(preview.getByRole("img", { name: "A clock that shows five" })).toBeVisible();
  await by.press(preview.getByRole("button", { name: "Submit for review" }));
  await expect(page.getByRole("heading", { name: "Submitted for review" })).toBeVisible();
  // The button is gone, but the focus does not fall back to the start of the page.
  await expect(page.locator(":focus")).toContainText("Submitted for review");
  by.expectAtMost({ presses: 9, fields: 2 });
  await checkAxe(page);
  // The account is the demo's: other tests ask with it, too.
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("Question withdrawn.")).toBeVisible();
});

test("a question on the wall takes 3 presses and 1 field", async ({ newSessionPage }) => {
  const page = await newSessionPage();
  await signIn(page.context(), "surveyor");
  const by = new Effort();
  await page.goto("/");
  await by.press(page.getByRole("banner").getByRole("link", { name: "Ask a question" }));
  await by.fill(questionField(page), "Test: Do we begin at nine?");
  await by.press(page.getByRole("button", { name: "Publish" }));
  // The page before the wall has what people scan, type and send, and no longer the help for asking.
  await expect(page.getByRole("heading", { name: "Your question is live" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("shows of hands, are published right away")).toBeHidden();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expect(page.getByText(/\/v\/\w{3}/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  await checkAxe(page);
  await by.press(page.getByRole("link", { name: "Show on the screen" }));
  await expect(page.getByRole("heading", { level: 1, name: "Test: Do we begin at nine?" })).toBeVisible();
  by.expectAtMost({ presses: 3, fields: 1 });
});

test("a secret ballot for 40 pasted members is published with 8 presses and 3 fields at most @phone", async ({
  newSessionPage,
}) => {
  const page = await newSessionPage();
  await signIn(page.context(), "surveyor");
  const members = Array.from({ length: 40 }, (_, index) => `Member ${index + 1}, member.${index + 1}@example.org`).join(
    "\n",
  );
  const by = new Effort();
  await page.goto("/");
  await by.press(page.getByRole("banner").getByRole("link", { name: "Ask a question" }));
  await by.fill(questionField(page), "Test: Shall the board go on?");
  await by.press(page.getByRole("radio", { name: "Secret ballot" }));
  await by.fill(page.getByRole("textbox", { name: "Names and email addresses" }), members);
  await expect(page.getByText("40 people, all with an email address").first()).toBeVisible();
  await by.press(page.getByRole("button", { name: "Publish" }));
  await expect(page.getByText("40 people added.")).toBeVisible();
  await expect(page.getByText("40 people on the list")).toBeVisible();
  by.expectAtMost({ presses: 8, fields: 3 });
});

test.describe("on a phone", () => {
  test.use(phone);

  test("a press that leaves the question reaches its target, whatever appears meanwhile", async ({ page }) => {
    await page.goto("/ask");
    const question = page.getByRole("textbox", { name: "Your question" });
    const tips = page.getByRole("region", { name: "Question check" });
    await question.fill("Test: Should we always plant a tree");
    await expect(tips).toContainText("“always” or “all”");
    await tips.getByRole("button", { name: "Dismiss this tip" }).click();
    await expect(tips).toContainText("End with a question mark");
    // While a question is being typed, it doesn't need its mark yet.
    await question.fill("Test: Should we always plant a big tree");
    await expect(tips).not.toContainText("End with a question mark");
    await page.getByRole("radio", { name: "Secret ballot" }).check();
    await expect(tips).toContainText("End with a question mark");

    // The buttons come back on top of the lower edge.
    await question.focus();
    const open = page.getByRole("radio", { name: "Open vote" });
    await scrollToLowerEdge(open);
    await open.check();
  });
});

const scrollToLowerEdge = (target: Locator) =>
  target.evaluate((element) => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 2));
