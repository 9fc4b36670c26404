import type { Page } from "@playwright/test";
import { Effort } from "./effort.ts";
import { expect, test } from "./fixtures.ts";
import { mailedLink } from "./mail.ts";
import { signUp } from "./people.ts";
import { questionField } from "./questionField.ts";

// Where guests may ask, a show of hands is asked without an account (guest.spec.ts).
test.use({ serverEnv: { ASK_UNLISTED: "confirmed" } });

test("a first poll from zero takes 6 presses and 4 fields, account and confirmation included @phone", async ({
  page,
}) => {
  const email = `newcomer.${crypto.randomUUID()}@example.org`;
  const by = new Effort();
  await page.goto("/");
  await by.press(page.getByRole("banner").getByRole("link", { name: "Ask a question" }));
  await by.fill(questionField(page), "Test: Is this my first poll?");
  await by.press(page.getByRole("button", { name: "Continue" }));
  await expect(page.getByRole("heading", { level: 1, name: "Create an account" })).toBeFocused();
  await by.fill(page.getByLabel("Name"), "Nils Newcomer");
  await by.fill(page.getByLabel("Email"), email);
  await by.fill(page.getByLabel("Password"), "Kettle-on7!");
  await by.press(page.getByRole("button", { name: "Create account" }));
  await expect(page.getByText(`open the link we sent to ${email} in this browser`)).toBeVisible();
  await expect(page.getByRole("link", { name: "read them in the sandbox" })).toBeVisible();
  // Stands in for the person's mailbox, where opening the email and its link are presses.
  const emailTo = page.locator("li", { hasText: email }).getByRole("link", { name: "Confirm your email address" });
  await expect(async () => {
    await page.goto("/sandbox/mail");
    await expect(emailTo).toBeVisible({ timeout: 1000 });
  }).toPass();
  await by.press(emailTo);
  await by.press(page.locator("a[href*='/verify-email']"));
  const preview = page.getByRole("region", { name: "Check your question" });
  await expect(preview.getByRole("heading", { name: "Test: Is this my first poll?" })).toBeVisible();
  await by.press(preview.getByRole("button", { name: "Confirm and publish" }));
  await expect(page.getByRole("heading", { name: "Your question is live" })).toBeVisible();
  by.expectAtMost({ presses: 6, fields: 4 });
});

for (const typedSince of ["", "Test: Is this another one?"])
  test(`the tab of a question learns that its emailed link has published it${typedSince && ", and keeps what was typed since"}`, async ({
    page,
  }) => {
    await signUp(page, "Nora Newcomer");
    await page.goto("/ask");
    const question = page.getByRole("textbox", { name: "Your question" });
    await question.fill("Test: Is this asked once?");
    await page.getByRole("button", { name: "Publish" }).click();
    const saved = page.getByText(/^Your question is saved\. To publish it, open the link/);
    const [email = ""] = /\S+@\S+/.exec((await saved.textContent()) ?? "") ?? [];
    if (typedSince) await question.fill(typedSince);

    const linked = await page.context().newPage();
    await linked.goto(await mailedLink(page, email, "Confirm your email address"));
    await linked.getByRole("button", { name: "Confirm and publish" }).click();
    const live = (tab: Page) => tab.getByRole("heading", { level: 1, name: "Your question is live" });
    await expect(live(linked)).toBeVisible();
    // Without a press in that tab.
    await expect(live(page)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.getByText("Test: Is this asked once?")).toBeVisible();
    await page.getByRole("button", { name: "Ask another question" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Ask a question" })).toBeVisible();
    await expect(question).toHaveValue(typedSince);
  });
