import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, signUp } from "./people.ts";

test("@phone-nightly the audit log shows what admins did: who, what, about what, before and after", async ({
  sharedPage,
  newClient,
  publishSurvey,
  tokenFor,
}) => {
  const name = `Rolf Raised ${crypto.randomUUID().slice(0, 8)}`;
  await signUp(await newClient(), name);
  const id = await publishSurvey({ title: "Is this logged?" });
  const unpublishing = { status: 1, feedback: "The picture is missing", reason: "unclear" };
  const page = await sharedPage("admin");
  const headers = bearer(await tokenFor("admin"));
  await expect(await page.request.patch(`/api/surveys/${id}/status`, { headers, data: unpublishing })).toBeOK();

  await page.goto(`/dashboard/admin/users?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Make surveyor: ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(`${name} is an surveyor Now!`)).toBeVisible();
  await page.goto("/dashboard/audit");
  const promotion = page.getByRole("row").filter({ hasText: name });
  await expect(promotion).toContainText("Role changed");
  await expect(promotion).toContainText("Ada Admin");
  await expect(promotion).toContainText("Role: user → surveyor");
  await checkAxe(page);
  const unpublished = page.getByRole("row").filter({ hasText: "The picture is missing" }).first();
  await expect(unpublished).toContainText("Survey unpublished");
  await expect(unpublished).toContainText("Status: Published → Unpublished");
  await expect(unpublished).toContainText("Reason: Unclear question");
  await expect(unpublished.getByRole("link", { name: "Test: Is this logged?" })).toHaveAttribute(
    "href",
    `/surveydetails/${id}`,
  );

  await page.getByRole("combobox", { name: "Action" }).selectOption("Role changed");
  await expect(page).toHaveURL("/dashboard/audit?action=roleChanged");
  await expect(unpublished).toHaveCount(0);
  await page.getByRole("searchbox").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.reload();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await promotion.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/\/dashboard\/admin\/users\?q=rolf/);
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("surveyor");
  await page.goto("/dashboard/audit?q=xyzzy");
  await expect(page.getByRole("heading", { name: "No entries found" })).toBeVisible();
});
