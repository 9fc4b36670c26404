import { Effort } from "./effort.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { questionField } from "./questionField.ts";

/** A list of 40 people, 8 of whom have no email address. */
const people = () => {
  const tag = crypto.randomUUID().slice(0, 8);
  return Array.from({ length: 40 }, (_, index) =>
    index < 32 ? `Person ${index}, p${index}.${tag}@example.org` : `Flat ${index}`,
  ).join("\n");
};

test("a secret ballot of 40 people, 8 of them with codes on paper: from the home page to links and printed codes", async ({
  newSessionPage,
}) => {
  const page = await newSessionPage();
  await signIn(page, "surveyor");
  await page.addInitScript(() => Object.assign(window, { print: () => undefined }));
  await page.goto("/");
  const title = `Test: Do we merge, ${crypto.randomUUID().slice(0, 8)}?`;
  const by = new Effort();
  await by.press(page.getByRole("link", { name: "Ask a question", exact: true }).first());
  await by.fill(questionField(page), title);
  await by.press(page.getByRole("radio", { name: "Secret ballot" }));
  await by.fill(page.getByRole("textbox", { name: "Names and email addresses" }), people());
  await expect(page.getByText("40 people, 8 without an email address: they need codes").first()).toBeVisible();
  await expect(page.getByText(/^An admin must allow codes first/)).toBeVisible();
  await by.press(page.getByRole("button", { name: "Publish", exact: true }));
  await expect(page.getByRole("heading", { name: /^8 people without an email address wait/ })).toBeVisible();

  const admin = await newSessionPage();
  await signIn(admin, "admin");
  await admin.goto("/dashboard/adminHome");
  const requests = admin.getByRole("region", { name: "Codes to allow" });
  await requests.getByRole("button", { name: `Allow codes: ${title}` }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Allow codes" }).click();
  await expect(admin.getByText(`Codes allowed: ${title}`).first()).toBeVisible();

  await page.reload();
  await by.press(page.getByRole("button", { name: "Make and print the codes" }));
  await expect(page.getByRole("heading", { name: "8 codes" })).toBeVisible();
  await by.press(page.getByRole("button", { name: "Print", exact: true }));
  await by.press(page.getByRole("button", { name: "I have them" }));
  await expect(page.getByText("40 people on the list")).toBeVisible();
  await by.press(page.getByRole("button", { name: "Send 32 links" }));
  await by.press(page.getByRole("dialog").getByRole("button", { name: "Send 32 links" }));
  await expect(page.getByText(/^32 links? (?:is|are)/).first()).toBeVisible();
  by.expectAtMost({ presses: 8, fields: 2 });
});
