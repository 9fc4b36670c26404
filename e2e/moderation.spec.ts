import { expect, test } from "./fixtures.ts";

test("@phone a word wider than its column does not push an admin's buttons out of the window", async ({
  sharedPage,
  publishSurvey,
}) => {
  const title = `Will this be taken back? ${"Donaudampf".repeat(14)}`;
  await publishSurvey({ title });
  const admin = await sharedPage("admin");
  await admin.goto("/dashboard/admin/surveys?q=taken+back");
  await expect(admin.getByRole("button", { name: `unpublish: Test: ${title}` })).toBeInViewport({ ratio: 1 });
});
