import type { Locator, Page } from "@playwright/test";
import { newcomer } from "./accounts.ts";
import { noteAnnouncements } from "./announcements.ts";
import { expect, test } from "./fixtures.ts";
import { makeMeeting, voteByCode } from "./meetings.ts";
import { bearer, signIn } from "./people.ts";
import { makeLinkSurvey } from "./surveys.ts";

/*
 * The exact roles, names and order that assistive technology gets are in `golden/`; announcements are here. After an
 * intended change, `npm test -- e2e golden --update-snapshots=all` writes the files again; dates and ids are patterns.
 */

const RULE = "Your vote Nothing is sent yet.";
const panelOf = (page: Page) => page.getByRole("region", { name: "Result and vote" });
const golden = (part: Locator, name: string) => expect(part).toMatchAriaSnapshot({ name: `${name}.aria.yml` });

test("the vote form before and after choosing, and the vote", async ({ newSessionPage, publishSurvey }) => {
  const page = await newSessionPage();
  await signIn(page.context(), "user");
  await page.goto(`/surveydetails/${await publishSurvey({ title: "Is it heard?", unsure: true })}`);
  const announced = await noteAnnouncements(page);
  const panel = panelOf(page);
  await expect(panel.getByRole("button", { name: "Vote", exact: true })).toBeVisible();
  await golden(panel, "vote");
  const yes = panel.getByRole("radio", { name: "Yes", exact: true });
  await expect(yes).toHaveAccessibleDescription(RULE);
  await yes.check();
  await expect(yes).toHaveAccessibleDescription("");
  await golden(panel, "vote-chosen");
  expect(await announced(), "moving between the answers says nothing more").toEqual([]);
  await panel.getByRole("button", { name: "Vote Yes" }).click();
  await expect(panel.getByRole("group", { name: "You voted Yes" })).toBeFocused();
  await golden(panel, "voted");
  expect(await announced(), "the focused group says it once").toEqual([]);
});

test("a show of hands before and after choosing, and the vote", async ({ newSessionPage, request, tokenFor }) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is it heard by link?");
  const page = await newSessionPage();
  await page.goto(`/surveydetails/${id}`);
  const announced = await noteAnnouncements(page);
  const panel = panelOf(page);
  await expect(panel.getByRole("button", { name: /Pause/ })).toBeVisible();
  await golden(panel, "hands");
  await expect(panel.getByRole("radio", { name: "Yes", exact: true })).toHaveAccessibleDescription(RULE);
  await panel.getByRole("radio", { name: "No", exact: true }).check();
  await golden(panel, "hands-chosen");
  await panel.getByRole("button", { name: "Vote No" }).click();
  await expect(panel.getByRole("group", { name: "You voted No" })).toBeFocused();
  await golden(panel, "hands-voted");
  expect(await announced()).toEqual([]);
});

test("the ask form: each choice of who answers, the preview, and what was sent", async ({ newSessionPage }) => {
  const page = await newSessionPage();
  await signIn(page.context(), "surveyor");
  await page.goto("/dashboard/surveyAdd");
  const announced = await noteAnnouncements(page);
  const form = page.locator("form").filter({ has: page.getByRole("textbox", { name: "Your question" }) });
  await page.getByText("Who answers", { exact: true }).click();
  await golden(form, "ask");
  await page.getByRole("textbox", { name: "Your question" }).fill("Test: Is it asked by ear?");
  for (const who of ["Show of hands", "Secret ballot", "Open vote"])
    await page.getByRole("radio", { name: who }).check();
  await page.getByLabel("Category").selectOption("Efficiency");
  await page.getByRole("checkbox", { name: "Use our drawing" }).check();
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Check your question" });
  await expect(preview).toBeFocused();
  await golden(preview, "ask-preview");
  await preview.getByRole("button", { name: "Submit for review" }).click();
  const sent = page.locator(":focus");
  await expect(sent).toContainText("Submitted for review");
  await golden(sent, "ask-sent");
  expect(await announced(), "the focus says what was sent").toEqual([]);
});

test("a result with its tables", async ({ page, newClient, publishSurvey }) => {
  const id = await publishSurvey({ title: "Is it read?", unsure: true });
  for (const [role, vote] of [
    ["user", 1],
    ["pro-user", 0],
  ] as const) {
    const headers = bearer(await signIn(await newClient(), role));
    await expect(await page.request.post("/api/serveyVoting", { headers, data: { SurveyID: id, vote } })).toBeOK();
  }
  await page.goto(`/surveys/${id}/results`);
  await golden(page.getByRole("main"), "result");
});

test("the check of a receipt", async ({ newSessionPage, publishSurvey }) => {
  const page = await newSessionPage();
  const token = await signIn(page, "user");
  const id = await publishSurvey({ title: "Is it checked by ear?" });
  const data = { SurveyID: id, vote: 1 };
  await expect(await page.request.post("/api/serveyVoting", { headers: bearer(token), data })).toBeOK();
  await page.goto(`/surveydetails/${id}`);
  const announced = await noteAnnouncements(page);
  await panelOf(page).getByRole("button", { name: "Check that my vote is counted" }).click();
  const dialog = page.getByRole("dialog");
  await golden(dialog, "receipt");
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog.getByRole("status")).toHaveText("Your Yes vote is counted (no. 1 of 1)");
  await golden(dialog, "receipt-checked");
  expect((await announced()).at(-1)).toBe("Your Yes vote is counted (no. 1 of 1)");
});

test("signing up, also with errors", async ({ page }) => {
  await page.goto("/signup");
  const announced = await noteAnnouncements(page);
  await golden(page.getByRole("main"), "signup");
  await page.getByRole("button", { name: "Create account" }).click();
  await golden(page.getByRole("main"), "signup-errors");
  expect(await announced(), "the focused group says it once").toEqual([]);
});

test("plans, checkout and thanks", async ({ newSessionPage }) => {
  const page = await newSessionPage();
  await newcomer(page, "Eve Ear");
  await page.goto("/membarShip");
  await golden(page.getByRole("main"), "plans");
  await page.getByRole("link", { name: "Choose PRO" }).click();
  const announced = await noteAnnouncements(page);
  await expect(page.getByRole("region", { name: "Your card" })).toBeVisible();
  await golden(page.getByRole("main"), "checkout");
  await page.getByRole("button", { name: "Fill in 4242 4242 4242 4242" }).click();
  await page.getByRole("button", { name: "Pay $12.00" }).click();
  await expect(page.getByRole("region", { name: "Thank you pro user member" })).toBeFocused();
  await golden(page.getByRole("main"), "paid");
  expect(await announced(), "the focused heading thanks").toEqual(["Processing your payment … Keep this page open."]);
});

test("an admin's review", async ({ sharedPage, request, tokenFor }) => {
  const Title = "Test: Is it reviewed by ear?";
  const data = { Title, category: "Cleaning Tools", image: "/categories/cleaning-tools.svg" };
  await expect(await request.post("/api/surveysForm", { headers: bearer(await tokenFor("surveyor")), data })).toBeOK();
  const page = await sharedPage("admin");
  await page.goto(`/dashboard/admin/surveys?q=${encodeURIComponent(Title)}`);
  const announced = await noteAnnouncements(page);
  await golden(page.getByRole("table"), "review-list");
  await page.getByRole("button", { name: `publish: ${Title}` }).click();
  const dialog = page.getByRole("dialog");
  await golden(dialog, "review");
  await dialog.getByRole("button", { name: "publish", exact: true }).click();
  await expect(page.getByText(`${Title} is published.`)).toBeVisible();
  expect(await announced()).toEqual([`${Title} is published.`]);
});

test("a meeting: its ballot and result on a phone, the screen of its room, and its record", async ({
  newSessionPage,
  request,
  tokenFor,
}) => {
  test.setTimeout(240_000);
  const { id, codes, open } = await makeMeeting(request, await tokenFor("surveyor"), 3);
  const phone = await newSessionPage();
  await phone.goto(`/i#${codes[0]}`);
  await expect(phone.getByRole("heading", { level: 1, name: "Test: Assembly" })).toBeVisible();
  await golden(phone.getByRole("main"), "meeting-before");
  const survey = await open("Test: Shall the fee rise?");
  await phone.getByRole("radio", { name: "Yes", exact: true }).check();
  await golden(phone.getByRole("region", { name: /^Question 1/ }), "meeting-ballot");
  const wall = await newSessionPage();
  await wall.goto(`/meetings/${id}/wall`);
  await expect(wall.getByRole("heading", { level: 1, name: "Test: Shall the fee rise?" })).toBeVisible();
  await golden(wall.locator(".wall-stage"), "meeting-wall");
  for (const [index, code] of codes.entries()) await voteByCode(request, survey, code, index === 0 ? 0 : 1);
  await expect(phone.getByText("Yes won, 2 to 1").first()).toBeVisible();
  await golden(phone.getByRole("region", { name: /^Question 1/ }), "meeting-result");
  await expect(wall.getByText("Yes won, 2 to 1").first()).toBeVisible();
  await golden(wall.locator(".wall-stage"), "meeting-wall-result");
  await phone.goto(`/meetings/${id}/record`);
  await expect(phone.getByRole("heading", { level: 2, name: "Test: Shall the fee rise?" })).toBeVisible();
  await golden(phone.getByRole("list").first(), "meeting-record");
});

test("a meeting for its owner: the next step, the questions to come, and those asked", async ({
  newSessionPage,
  request,
  tokenFor,
}) => {
  const { id, open, draft } = await makeMeeting(request, await tokenFor("surveyor"), 3);
  await draft("Test: Is it next?");
  const page = await newSessionPage();
  await signIn(page.context(), "surveyor");
  await page.goto(`/dashboard/meetings/${id}`);
  const step = page.getByRole("region", { name: "Next step" });
  await expect(step.getByRole("link", { name: "Show on the screen" })).toBeVisible();
  await expect(step.getByText(/\/w\/[0-9A-Z]{4}-[0-9A-Z]{4}/)).toBeVisible();
  await golden(step, "own-meeting-step");
  await golden(page.getByRole("region", { name: "Next questions" }), "own-meeting-drafts");
  await open("Test: Is it open?");
  const running = page.getByRole("region", { name: /^Question 1/ });
  await expect(running).toBeVisible({ timeout: 15_000 });
  await golden(running, "own-meeting-running");
});
