import type { Page } from "@playwright/test";
import { avatarPath } from "@survey-app/contract/users/avatars.ts";
import { expect, test } from "./fixtures.ts";
import { followLink } from "./followLink.ts";
import { bearer, PASSWORD, signIn, signUp, tokenOf } from "./people.ts";
import { drawPng } from "./picture.ts";
import { publishSurvey } from "./surveys.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const PHOTO = "https://photos.example/nora.png";
const EMAIL = `nora.${crypto.randomUUID()}@example.org`;
const QUESTION = "Test: Should the office kettle be switched off over night?";

/** Photos on other hosts, as users enter them. */
async function servePhotos(page: Page): Promise<void> {
  await page.context().route("https://photos.example/**", (route) =>
    route.fulfill({
      contentType: "image/png",
      body: drawPng(64, 64),
      headers: { "access-control-allow-origin": "*" },
    }),
  );
}

async function signUpByForm(page: Page): Promise<void> {
  await page.goto("/signup");
  await expect(page).toHaveTitle("Survey App || Signup");
  const submit = page.locator("form").getByRole("button", { name: "Create account" });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const summary = page.getByRole("group", { name: /attention$/ });

  await submit.click();
  await expect(summary).toBeFocused();
  // The picture is generated from the name.
  for (const what of ["Name", "Email", "Password"]) await expect(summary).toContainText(`${what} is required`);
  await summary.getByRole("link", { name: "Email is required" }).click();
  await expect(field("Email")).toBeFocused();

  // From here on every change is checked.
  await field("Name").fill("Nora Newcomer");
  await expect(page.getByText("Name is required")).toHaveCount(0);
  await page.getByText("Use another photo").click();
  await field("Photo URL").fill(PHOTO);
  await field("Email").fill(EMAIL);
  for (const [password, message] of [
    ["Aa1!x", "Password must be 6 characters"],
    ["Aa1!aaaaaaaaaaaaaaaaa", "Password must be less than 20 characters"],
    ["password", "Password must have one Uppercase one lower case, one number and one special character."],
  ] as const) {
    await field("Password").fill(password);
    await expect(summary).toContainText(message);
  }
  await field("Password").fill(PASSWORD);
  await expect(summary).toHaveCount(0);
  await submit.click();
  await expect(page.getByText("User created successfully.")).toBeVisible();
  await expect(page).toHaveURL("/");
  const bar = page.getByRole("banner");
  await expect(bar.getByRole("button", { name: "Nora Newcomer" })).toBeVisible();
  await expect(bar.locator(`img[src="${PHOTO}"]`)).toBeVisible();
}

async function promote(admin: Page): Promise<void> {
  await admin.goto("/dashboard/adminHome");
  await admin.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Manage users" }).click();
  await expect(admin.getByRole("heading", { level: 1, name: "Manage users" })).toBeVisible();
  await admin.getByRole("searchbox").fill(EMAIL);
  await admin.getByRole("searchbox").press("Enter");
  await expect(admin.getByText("1 user", { exact: true })).toBeVisible();
  await admin.getByRole("button", { name: "Make surveyor: Nora Newcomer" }).click();
  const dialog = admin.getByRole("dialog", { name: "Make Nora Newcomer a surveyor?" });
  await expect(dialog).toContainText(EMAIL);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(admin.getByText("Nora Newcomer is an surveyor Now!")).toBeVisible();
  await expect(admin.getByRole("row", { name: /Nora Newcomer/ })).toContainText("surveyor");
}

/** Adds a survey with an uploaded image. */
async function addSurvey(page: Page): Promise<void> {
  // The promotion shows without signing in again.
  await page.goto("/dashboard/adminHome");
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "ADD a survey" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "ADD a survey" })).toBeFocused();
  await page.getByRole("button", { name: "Submit for review" }).click();
  const summary = page.getByRole("group", { name: /attention$/ });
  for (const text of ["Title is required", "Choose a category", "Image is required"])
    await expect(summary).toContainText(text);

  await page.getByLabel("Title").fill(QUESTION);
  await page.getByLabel("Category").selectOption({ label: "Satisfaction" });
  // The upload is held back, so that its progress is visible.
  let letThrough = () => {};
  const seen = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/api/images", async (route) => {
    await seen;
    await route.continue();
  });
  await page.locator('input[type="file"]').setInputFiles({
    name: "kettle.png",
    mimeType: "image/png",
    buffer: drawPng(1200, 800),
  });
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  letThrough();
  const preview = page.getByRole("img", { name: "The chosen picture" });
  await expect(preview).toBeVisible();
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expect(page.getByRole("progressbar", { name: "Upload" })).toHaveCount(0);
  await page.getByRole("textbox", { name: "Describe the picture" }).fill("A steaming kettle");
  await page.getByLabel("Description").fill("It keeps a liter of water warm that nobody drinks.");
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(page.getByText(`${QUESTION} is added to the surveysForm.`).first()).toBeVisible();
}

/** Publishes it as an admin does: through the dialog with the note to the owner. */
async function publish(admin: Page): Promise<void> {
  await admin
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("link", { name: "Manage surveys Status" })
    .click();
  await admin.getByLabel("Status").selectOption({ label: "Not published" });
  await admin.getByRole("button", { name: `publish: ${QUESTION}` }).click();
  const dialog = admin.getByRole("dialog", { name: "Publish this survey?" });
  await dialog.getByLabel("Feedback to the owner").fill("A fair question. Thank you!");
  await dialog.getByRole("button", { name: "publish" }).click();
  await expect(admin.getByText("Feedback Successfully")).toBeVisible();
  await expect(admin.getByText(QUESTION)).toHaveCount(0);
  await admin.getByLabel("Status").selectOption({ label: "Published" });
  await expect(admin.getByRole("button", { name: `unpublish: ${QUESTION}` })).toBeVisible();
}

/** Reloads a page that only its owner may see: no rendered frame may contain the message for visitors. */
async function reloadWithoutNotFound(page: Page): Promise<void> {
  const watcher = await page.addInitScript(() => {
    const look = () => {
      const seen = [...document.querySelectorAll("h1")].filter((heading) => heading.checkVisibility());
      if (seen.some(({ textContent }) => textContent === "Page not found")) sessionStorage.setItem("flashed", "yes");
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  expect((await page.reload())?.status()).toBe(404);
  await expect(page.getByText("This is a preview.")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("flashed"))).toBeNull();
  await watcher.dispose();
}

test("from sign-up over a published survey to its counted votes", async ({
  page,
  newSessionPage,
  newClient,
  tokenFor,
  expectTrouble,
}) => {
  test.setTimeout(240_000);
  // The page of a preview is not found; a page that still shows the old role notices the promotion.
  expectTrouble(/404/);
  const admin = await newSessionPage();
  await servePhotos(page);
  await servePhotos(admin);
  await signIn(admin.context(), "admin");

  await test.step("sign up", () => signUpByForm(page));
  await test.step("promote to surveyor", () => promote(admin));
  await test.step("add a survey", () => addSurvey(page));

  // Votes with requests; the other voter uses pages.
  const noVoter = await newClient();
  const address = await test.step("it awaits review", async () => {
    await page.getByRole("link", { name: "Your surveys" }).click();
    const row = page.getByRole("row", { name: new RegExp(QUESTION.slice(0, 20)) });
    await expect(row).toContainText("Awaiting review");
    await row.getByRole("link", { name: QUESTION, exact: true }).click();
    await page.getByRole("link", { name: "See the survey" }).click();
    await expect(page.getByRole("heading", { level: 1, name: QUESTION })).toBeVisible();
    await expect(page.getByText("Awaiting review").first()).toBeVisible();
    await expect(page.getByText("This is a preview.")).toBeVisible();
    await expect(page.getByText("Votes will appear here.")).toBeVisible();
    await expect(page.getByRole("radio")).toHaveCount(0);
    await reloadWithoutNotFound(page);
    const path = new URL(page.url()).pathname;
    expect((await noVoter.request.get(path)).status()).toBe(404);
    return path;
  });
  const id = address.split("/").at(-1) ?? "";
  await test.step("publish", () => publish(admin));

  const votingBegan = Date.now();
  const voter = await newSessionPage();
  const voterToken = await signUp(voter.context(), "Yara Yes");
  const noToken = await signUp(noVoter, "Nils No");
  const voteNo = async (survey: string, token: string) =>
    noVoter.request.post("/api/serveyVoting", { headers: bearer(token), data: { SurveyID: survey, vote: 0 } });
  await test.step("two people vote, one with a double click", async () => {
    await voter.goto("/surveysPages");
    await voter.getByRole("link", { name: `Details: ${QUESTION}` }).click();
    const vote = voter.getByRole("button", { name: /^Vote( Yes)?$/ });
    await vote.click();
    await expect(voter.getByRole("group", { name: /attention$/ })).toContainText("vote is required");
    await voter.getByRole("radio", { name: "Yes" }).check();
    await vote.dblclick();
    await expect(voter.getByText(`${QUESTION} is your vote.`)).toBeVisible();
    await expect(voter.getByText("You voted Yes")).toBeVisible();
    await expect(await voteNo(id, noToken)).toBeOK();
    await voter.reload();
    await expect(voter.getByLabel("Result and vote")).toContainText("A tie, 1 to 1");
    await expect(voter.getByRole("table", { name: "All votes" }).getByRole("row")).toHaveCount(3);
    await followLink(voter, "/surveysPages");
    const card = voter.getByRole("article").filter({ hasText: QUESTION });
    await expect(card).toContainText("2 people");
    await expect(card).toContainText(/Yes\s*1 vote\s*50%\s*No\s*1 vote\s*50%/);
    await expect(card).toContainText("continiu");
    const results = await noVoter.request.get(`/api/surveys/${id}/results`);
    expect(await results.json()).toMatchObject({ surveyId: id, totalVotes: 2, yesVotes: 1, noVotes: 1 });
  });

  // Enough on a busy machine for one more vote and one more page.
  const untilDeadline = Math.max(5000, Date.now() - votingBegan);

  await test.step("the surveyor sees the same totals, and everyone the survey on the home page", async () => {
    await followLink(page, "/dashboard/surveyor/surveys");
    await expect(page.getByRole("row", { name: new RegExp(QUESTION.slice(0, 20)) })).toContainText("Yes1No1Total2");
    await followLink(page, "/");
    await expect(page.getByRole("heading", { name: "recently surveys of 6" })).toBeVisible();
    await expect(page.locator("section[aria-labelledby=recent] article").first()).toContainText(QUESTION);
  });

  await test.step("voting ends at the deadline", async () => {
    const deadline = Date.now() + untilDeadline;
    const title = "Will this be over in a few seconds?";
    const tokens = { surveyor: await tokenOf(page.context(), EMAIL), admin: await tokenFor("admin") };
    // Her own upload.
    const { image } = (await (await page.request.get(`/api/surveyor/${id}`)).json()) as { image: string };
    const fields = { title, image, deadline: new Date(deadline).toISOString() };
    const short = await publishSurvey(page.request, tokens, fields);
    await expect(await voteNo(short, noToken)).toBeOK();

    await followLink(voter, `/surveydetails/${short}`);
    await expect(voter.getByText("continiu")).toBeVisible();
    await voter.getByRole("radio", { name: "No" }).check();
    // The page updates without a reload when the deadline passes.
    await expect(voter.getByRole("button", { name: "ended" })).toBeDisabled({ timeout: untilDeadline + 20_000 });
    expect(Date.now()).toBeGreaterThanOrEqual(deadline - 1500);
    await expect(voter.getByText("end", { exact: true })).toBeVisible();
    await expect(voter.getByLabel("Result and vote")).toContainText("No won, 1 to 0");
    await expect(voter.getByRole("radio")).toHaveCount(0);

    await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(deadline);
    const refused = await voteNo(short, voterToken);
    expect(refused.status()).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "hasEnded" });
    await voter.reload();
    await expect(voter.getByRole("button", { name: "ended" })).toBeDisabled();
    await expect(voter.getByLabel("Result and vote")).toContainText("No won, 1 to 0");
    await followLink(voter, "/surveysPages");
    const card = voter.getByRole("article").filter({ hasText: title });
    await expect(card).toContainText("end");
    await expect(card).toContainText("1 vote");
  });

  // Other journeys, which can't load her photo, see her in lists of users.
  const headers = bearer(await tokenOf(page.context(), EMAIL));
  await expect(await page.request.patch("/api/me", { headers, data: { photoURL: avatarPath("Nora") } })).toBeOK();
});
