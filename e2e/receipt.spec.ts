import type { Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { signIn, signUp } from "./people.ts";
import { publishedSurvey } from "./surveys.ts";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Check my receipt" });

test("@phone whoever votes gets a receipt, finds it again, and has it checked by their own browser", async ({
  page,
  context,
  browser,
}) => {
  const [surveyor, admin] = await Promise.all(
    (["surveyor", "admin"] as const).map(async (role) => {
      const other = await browser.newContext();
      const token = await signIn(other, role);
      await other.close();
      return token;
    }),
  );
  const id = await publishedSurvey(context.request, { surveyor: surveyor ?? "", admin: admin ?? "" });
  await signUp(context, "Rita Receipt");
  await page.goto(`/surveydetails/${id}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.getByRole("button", { name: "Vote", exact: true }).click();
  await expect(page.getByText("You voted")).toBeVisible();
  const receipt = await page.getByText(/^1(-[0-9a-f]{4}){4}$/).textContent();

  // Back another day.
  await page.reload();
  await expect(page.getByText(receipt ?? "")).toBeVisible();
  await page.getByRole("button", { name: "Check my receipt" }).press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("Receipt")).toHaveValue(receipt ?? "");
  await dialog.getByLabel("Receipt").press("Enter");
  await expect(dialog.getByRole("status")).toContainText("Your vote is there: vote 1");
  await expect(dialog.getByRole("status")).toContainText("1 vote, 1 yes and 0 no");
  await dialog.getByText("What this proves").click();
  await expect(dialog).toContainText("It does not prove that the voters are real people");
  await checkAxe(page);

  await dialog.getByLabel("Receipt").fill("1-0000");
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog).toContainText("That is no receipt");
  await dialog.getByLabel("Receipt").fill("1-0000-0000-0000-0000");
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("is not that of vote 1 in this log");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Check my receipt" })).toBeFocused();

  // A server that turns the vote in its log.
  await page.route("**/ledger?*", async (route) => {
    const answered = await route.fetch();
    const page = await answered.json();
    page.entries[0].vote = 0;
    await route.fulfill({ json: { ...page, yesVotes: 0, noVotes: 1 } });
  });
  await page.getByRole("button", { name: "Check my receipt" }).click();
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("Vote 1 doesn't follow from the votes before it");
});
