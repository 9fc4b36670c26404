import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer } from "./people.ts";

test("@phone-nightly unpublishing names a reason; everyone reads it, the voter keeps the vote, and the owner appeals once", async ({
  sharedPage,
  publishSurvey,
  request,
  tokenFor,
  expectTrouble,
}) => {
  // The unpublished survey, for the people who look at it.
  expectTrouble(/status of (404|410)/);
  const [visitor, admin] = [await sharedPage("visitor"), await sharedPage("admin")];
  // A word wider than its column does not push the buttons out of the window.
  const title = `Will this be taken back? ${"Donaudampf".repeat(14)}`;
  const id = await publishSurvey({ title });
  const address = `/surveydetails/${id}`;
  const vote = { headers: bearer(await tokenFor("user")), data: { SurveyID: id, vote: 1, inapp: "It names my shop" } };
  await expect(await request.post("/api/serveyVoting", vote)).toBeOK();
  expect((await visitor.goto(address))?.status()).toBe(200);

  await test.step("the admin unpublishes with a reason", async () => {
    await admin.goto("/dashboard/admin/surveys?q=taken+back");
    const unpublish = admin.getByRole("button", { name: `unpublish: Test: ${title}` });
    await expect(unpublish).toBeInViewport({ ratio: 1 });
    await unpublish.click();
    const dialog = admin.getByRole("dialog", { name: "Unpublish this survey?" });
    await dialog.getByRole("button", { name: "unpublish" }).click();
    await expect(dialog).toContainText("Tell the owner why: feedback is required.");
    await dialog.getByLabel("Feedback to the owner").fill("It names a shop.");
    await dialog.getByRole("button", { name: "unpublish" }).click();
    await expect(dialog.getByLabel("Reason")).toHaveAttribute("aria-invalid", "true");
    await checkAxe(admin);
    await dialog.getByLabel("Reason").selectOption("Spam or advertising");
    await dialog.getByRole("button", { name: "unpublish" }).click();
    await expect(admin.getByText("Feedback Successfully")).toBeVisible();
    await expect(admin.getByText("Unpublished: Spam or advertising").first()).toBeVisible();
  });

  await test.step("visitors and voters read the reason", async () => {
    expect((await visitor.reload())?.status()).toBe(410);
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Not published anymore: Spam or advertising");
    await checkAxe(visitor);
    const voter = await sharedPage("user");
    await voter.goto(address);
    await expect(voter.getByRole("heading", { level: 1 })).toHaveText("Not published anymore: Spam or advertising");
    await voter.getByRole("link", { name: "Your votes" }).click();
    const row = voter.getByRole("row", { name: /Will this be taken back/ });
    await expect(row).toContainText("Yes");
    await expect(row).toContainText("Not published anymore: Spam or advertising");
    await voter.goto("/dashboard/user/my-reports");
    const report = voter.getByRole("article").filter({ hasText: "It names my shop" });
    await expect(report).toContainText("An admin agreed with your report.");
    await expect(report.locator("dl")).toHaveCount(0);
  });

  await test.step("the owner appeals once", async () => {
    const owner = await sharedPage("surveyor");
    await owner.goto(address);
    await expect(owner.getByText("It names a shop.")).toBeVisible();
    await owner.getByRole("button", { name: "Appeal", exact: true }).click();
    const dialog = owner.getByRole("dialog", { name: "Appeal this decision?" });
    await dialog.getByRole("button", { name: "Send appeal" }).click();
    await expect(dialog).toContainText("Say why the survey should be published.");
    await dialog.getByLabel("Why should it be published?").fill("The shop is only an example.");
    await checkAxe(owner);
    await dialog.getByRole("button", { name: "Send appeal" }).click();
    await expect(owner.getByText("Your appeal is sent. The survey awaits review again.")).toBeVisible();
    await expect(owner.getByText("The shop is only an example.")).toBeVisible();
    await expect(owner.getByRole("button", { name: "Appeal", exact: true })).toHaveCount(0);
  });

  await test.step("the admin reads the appeal and publishes", async () => {
    await admin.goto("/dashboard/admin/surveys?status=1&q=taken+back");
    await expect(admin.getByText("Owner responded")).toBeVisible();
    await admin.getByRole("button", { name: `publish: Test: ${title}`, exact: true }).click();
    const dialog = admin.getByRole("dialog");
    await expect(dialog).toContainText("The shop is only an example.");
    await dialog.getByRole("button", { name: "Keep unpublished" }).click();
    await expect(dialog).toContainText("Tell the owner why: feedback is required.");
    await dialog.getByRole("button", { name: "publish", exact: true }).click();
    await expect(admin.getByText(/is published\.$/)).toBeVisible();
    expect((await visitor.goto(address))?.status()).toBe(200);
  });
});

test("an admin settles reports one by one, in the chosen order", async ({
  sharedPage,
  publishSurvey,
  request,
  tokenFor,
}) => {
  const id = await publishSurvey({ title: "Are these reports right?" });
  const reports = [
    ["user", "It is an advertisement."],
    ["pro-user", "I don't like it."],
  ] as const;
  for (const [role, inapp] of reports) {
    const headers = bearer(await tokenFor(role));
    await expect(await request.post(`/api/surveys/${id}/reports`, { headers, data: { inapp } })).toBeOK();
  }
  const admin = await sharedPage("admin");
  await admin.goto("/dashboard/admin/surveys?q=reports+right");
  await admin.getByRole("button", { name: /^2 reports: Test: Are these/ }).click();
  const dialog = admin.getByRole("dialog");
  await expect(dialog.getByRole("listitem").first()).toContainText("I don't like it.");
  await dialog.getByLabel("Show").selectOption("Open, oldest first");
  await expect(dialog.getByRole("listitem").first()).toContainText("It is an advertisement.");
  await dialog.getByRole("button", { name: /^Dismiss: report by Pia/ }).click();
  await expect(dialog.getByText("Dismissed", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "1 report to review" })).toBeVisible();
  await checkAxe(admin);
  const author = await sharedPage("pro-user");
  await author.goto("/dashboard/user/my-reports");
  const card = author.getByRole("article").filter({ hasText: "Are these reports right?" });
  await expect(card).toContainText("An admin found nothing inappropriate.");
});
