import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { scanQrCode } from "./scanQrCode.ts";

/** Each run has its own, because the demo's user keeps the surveys of earlier runs. */
const QUESTION = `Test: Shall we meet in room ${crypto.randomUUID().slice(0, 6)}?`;
const NOTE = /^Not reviewed by localhost:\d+\. Don't enter passwords here\.$/;

test("a user asks people on a list, hands out a link, someone votes, a visitor reports it, and an admin accepts it @phone", async ({
  page: voter,
  newSessionPage,
}) => {
  test.setTimeout(120_000);
  const owner = await newSessionPage();
  await signIn(owner.context(), "user");

  await test.step("a user who is no surveyor asks a question, which is published at once", async () => {
    // This person may still wait for a review after another journey.
    await owner.goto("/ask?to=list");
    await expect(
      owner.getByText("Questions for people on a list, and shows of hands, are published right away"),
    ).toBeVisible();
    await owner.getByRole("textbox", { name: "Your question" }).fill(QUESTION);
    await owner.getByRole("radio", { name: "Open vote" }).check();
    await owner.getByText("More", { exact: true }).click();
    await expect(
      owner.getByText("Only surveyors can add a picture. Until an admin has reviewed the survey"),
    ).toBeVisible();
    await owner.getByRole("textbox", { name: "Names and email addresses" }).fill("Flat 3\nFlat 4");
    await owner.getByLabel("Category").selectOption({ label: "Efficiency" });
    await checkAxe(owner);
    await owner.getByRole("button", { name: "Publish" }).click();
    await expect(owner.getByRole("img", { name: "QR code: Flat 3" })).toBeVisible();
  });
  const id = new URL(owner.url()).pathname.split("/")[3] ?? "";
  const code = owner.getByRole("img", { name: "QR code: Flat 3" });
  const link = await scanQrCode(owner, await code.screenshot(), "image/png");

  await test.step("the owner's page says that no emails are sent, and the survey stands among the owner's", async () => {
    await owner.getByRole("button", { name: "I have them" }).click();
    await owner.getByRole("dialog").getByRole("button", { name: "I have them" }).click();
    await expect(
      owner.getByText("No admin has reviewed this survey yet, so we don't send emails about it."),
    ).toBeVisible();
    await expect(owner.getByRole("button", { name: /^Send/ })).toHaveCount(0);
    await checkAxe(owner);
    await owner.goto("/dashboard/surveyor/surveys");
    await expect(owner.getByRole("heading", { level: 1, name: "Your surveys" })).toBeVisible();
    await expect(owner.getByRole("link", { name: QUESTION, exact: true })).toBeVisible();
    await checkAxe(owner);
  });

  await test.step("somebody votes by the link, on a page that warns", async () => {
    await voter.goto(link ?? "");
    await expect(voter.getByText("You're voting as Flat 3.")).toBeVisible();
    await expect(voter.getByText(NOTE)).toBeVisible();
    await checkAxe(voter);
    await voter.getByRole("radio", { name: "Yes" }).check();
    await voter.getByRole("button", { name: "Vote Yes", exact: true }).click();
    await expect(voter.getByText("You voted as Flat 3.")).toBeVisible();
  });

  const visitor = await newSessionPage();
  await test.step("a visitor reports it without an account", async () => {
    await visitor.goto(`/surveydetails/${id}`);
    await visitor.getByRole("button", { name: "Report this survey" }).click();
    const dialog = visitor.getByRole("dialog", { name: "Report this survey?" });
    await expect(dialog.getByText("The admins can read your report. It's sent without a name.")).toBeVisible();
    await dialog.getByLabel("What is inappropriate?").fill("Who are these people?");
    await checkAxe(visitor);
    await dialog.getByRole("button", { name: "Report", exact: true }).click();
    await expect(visitor.getByText("Thank you. An admin will look at this survey.").first()).toBeVisible();
  });

  await test.step("an admin finds it with its report, and accepts it", async () => {
    const admin = await newSessionPage();
    await signIn(admin.context(), "admin");
    await admin.goto("/dashboard/admin/unlisted?new=1");
    const row = admin.getByRole("row").filter({ hasText: QUESTION });
    await expect(row).toContainText("user");
    await checkAxe(admin);
    await row.getByRole("button", { name: `Accept: ${QUESTION}` }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
    await expect(admin.getByText(`Accepted: ${QUESTION}`).first()).toBeVisible();
  });

  await test.step("then the note is gone, and the owner can send links", async () => {
    await visitor.reload();
    await expect(visitor.getByRole("heading", { level: 1, name: QUESTION })).toBeVisible();
    await expect(visitor.getByText(NOTE)).toHaveCount(0);
    await owner.goto(`/dashboard/surveys/${id}/people`);
    await expect(owner.getByRole("heading", { name: "Invited people" })).toBeVisible();
    await expect(owner.getByText("No admin has reviewed this survey yet")).toHaveCount(0);
  });
});
