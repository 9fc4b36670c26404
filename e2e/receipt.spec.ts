import type { Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, signUp } from "./people.ts";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Check that my vote is counted" });

test("@phone-nightly a voter gets a receipt, finds it again, and checks it in the browser", async ({
  page,
  context,
  publishSurvey,
}) => {
  const id = await publishSurvey();
  await signUp(context, "Rita Receipt");
  await page.goto(`/surveydetails/${id}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.getByRole("button", { name: "Vote", exact: true }).click();
  await expect(page.getByText("You voted")).toBeVisible();
  const receipt = await page.getByText(/^1(-[0-9a-f]{4}){4}$/).textContent();

  // The user returns another day.
  await page.reload();
  await expect(page.getByText(receipt ?? "")).toBeVisible();
  await page.getByRole("button", { name: "Check that my vote is counted" }).press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("Receipt")).toHaveValue(receipt ?? "");
  await dialog.getByLabel("Receipt").press("Enter");
  await expect(dialog.getByRole("status")).toContainText("Your Yes vote is counted (no. 1 of 1)");
  await dialog.getByText("Technical details").click();
  await expect(dialog).toContainText("1 vote, 1 yes and 0 no");
  await expect(dialog).toContainText("A server could still invent voters");
  await checkAxe(page);

  await dialog.getByLabel("Receipt").fill("1-0000");
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog).toContainText("That doesn't look like a receipt");
  await dialog.getByLabel("Receipt").fill("1-0000-0000-0000-0000");
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "We couldn't find this code. Check for typos, and that it's for this survey.",
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Check that my vote is counted" })).toBeFocused();

  // A server that flips the vote in its ledger.
  await page.route("**/ledger?*", async (route) => {
    const answered = await route.fetch();
    const page = await answered.json();
    page.entries[0].vote = 0;
    await route.fulfill({ json: { ...page, totals: { yes: 0, no: 1, unsure: 0 } } });
  });
  await page.getByRole("button", { name: "Check that my vote is counted" }).click();
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("The survey's log contradicts itself");
  await dialog.getByText("Technical details").click();
  await expect(dialog).toContainText("Vote 1 doesn't follow from the votes before it");
});

test("a voter's receipt is found in the sealed log, and shows the answer once voting has ended", async ({
  page,
  context,
  request,
  publishSurvey,
  tokenFor,
}) => {
  const deadline = new Date(Date.now() + 24 * 3600_000).toISOString();
  const id = await publishSurvey({ results: "afterClose", deadline });
  const headers = bearer(await signUp(context, "Sina Sealed"));
  await expect(await request.post("/api/serveyVoting", { headers, data: { SurveyID: id, vote: 1 } })).toBeOK();
  const dialog = dialogOf(page);
  const check = async () => {
    await page.goto(`/surveydetails/${id}`);
    await page.getByRole("button", { name: "Check that my vote is counted" }).click();
    await dialog.getByRole("button", { name: "Check", exact: true }).click();
  };
  await check();
  await expect(dialog.getByRole("status")).toHaveText(
    "Your vote is counted (no. 1 of 1). The answers open when voting ends.",
  );
  await dialog.getByText("Technical details").click();
  await expect(dialog).toContainText("Each answer is sealed with a secret key");

  const closing = { headers: bearer(await tokenFor("surveyor")) };
  await expect(await request.post(`/api/surveys/${id}/close`, closing)).toBeOK();
  await check();
  await expect(dialog.getByRole("status")).toHaveText("Your Yes vote is counted (no. 1 of 1)");
  await dialog.getByText("Technical details").click();
  await expect(dialog).toContainText("End of the log, which commits to the final numbers");
});
