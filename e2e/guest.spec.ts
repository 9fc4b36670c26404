import { checkAxe } from "./checkAxe.ts";
import { Effort } from "./effort.ts";
import { expect, test } from "./fixtures.ts";

test("someone without an account asks with 3 presses and 1 field, keeps the question with an address, and nothing is lost @phone", async ({
  newSessionPage,
}) => {
  const page = await newSessionPage();
  await page.goto("/");
  const asking = new Effort();
  await asking.fill(page.getByRole("textbox", { name: "Your question" }), "Test: Do guests ask?");
  await asking.press(page.getByRole("main").getByRole("button", { name: "Ask a question" }));
  await asking.press(page.getByRole("button", { name: "Publish" }));
  await asking.press(page.getByRole("link", { name: "Show on the screen" }));
  await expect(page.getByRole("heading", { level: 1, name: "Test: Do guests ask?" })).toBeVisible();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expect(page.getByText(/^Not reviewed by /)).toBeVisible();
  asking.expectAtMost({ presses: 3, fields: 1 });

  // A visitor's page, except for the question that they asked.
  await page.goto("/dashboard/surveyor/surveys");
  await expect(page.getByRole("link", { name: "Signup" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Keep it: add your email" }).click();
  const dialog = page.getByRole("dialog", { name: "Keep your questions" });
  await dialog.getByLabel("Email").fill(`guest-${Date.now()}@example.org`);
  await dialog.getByLabel("Name").fill("Gil Guest");
  await dialog.getByLabel("Password", { exact: true }).fill("Kettle-on7!");
  await checkAxe(page);
  await dialog.getByRole("button", { name: "Keep my questions" }).click();
  await expect(page.getByText(/^Your questions are kept\./)).toBeVisible();
  await expect(page.getByText("Test: Do guests ask?").first()).toBeVisible();
  await expect(page.getByText("You're asking as a guest")).toBeHidden();
});
