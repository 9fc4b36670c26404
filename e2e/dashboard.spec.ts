import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, type Fixtures, test } from "./fixtures.ts";
import { bearer, type DemoRole, people, signUp } from "./people.ts";
import { demoSurvey } from "./surveys.ts";

const h1 = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

type Needs = { request: APIRequestContext } & Pick<Fixtures, "publishSurvey" | "tokenFor">;

/** A published survey with votes: the pro member's with a comment, the user's with a report. */
async function votedSurvey({ request, publishSurvey, tokenFor }: Needs, title: string): Promise<string> {
  const deadline = new Date(Date.now() + 10 * 24 * 3600_000).toISOString();
  const id = await publishSurvey({ title, deadline });
  const vote = async (role: DemoRole, data: object) =>
    request.post("/api/serveyVoting", {
      headers: bearer(await tokenFor(role)),
      data: { SurveyID: id, ...data },
    });
  await expect(await vote("pro-user", { vote: 1, comments: '=1+1, or "two"' })).toBeOK();
  await expect(await vote("user", { vote: 0, inapp: "It shows my kitchen." })).toBeOK();
  return id;
}

test("the surveyor sees all votes and exports them as CSV", async ({
  sharedPage,
  request,
  publishSurvey,
  tokenFor,
}) => {
  const id = await votedSurvey({ request, publishSurvey, tokenFor }, "Who answers this?");
  const page = await sharedPage("surveyor");
  await page.goto("/dashboard/surveyor/surveys");
  await page.getByRole("link", { name: "Responses: Test: Who answers this?" }).click();
  await expect(page).toHaveURL(`/dashboard/surveyor/surveys/${id}`);
  await expect(h1(page, "Test: Who answers this?")).toBeFocused();
  await expect(page.getByRole("columnheader")).toHaveText(["Email", "Name", "Vote", "Reported text", "Comment"]);
  await expect(page.getByRole("row", { name: /user@example.com/ })).toContainText("It shows my kitchen.");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV export" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  const today = new Date().toISOString().slice(0, 10).split("-").reverse().join("-");
  expect(lines).toEqual([
    expect.stringMatching(/^\ufeffemail,name,vote,reported text,comment,voted on,changed,ledger head [0-9a-f]{64}$/),
    `user@example.com,Uli User,No,It shows my kitchen.,,${today},,`,
    `pro@example.com,Pia Pro,Yes,,"'=1+1, or ""two""",${today},,`,
    "",
  ]);
});

test("a survey without votes says so in the spec's words", async ({ sharedPage, publishSurvey }) => {
  const page = await sharedPage("surveyor");
  const id = await publishSurvey({ title: "Does nobody answer?" });
  await page.goto(`/dashboard/surveyor/surveys/${id}`);
  await expect(page.getByRole("heading", { name: "vote not custing yet" })).toBeVisible();
});

test("a survey can be changed completely before the first vote, then only by a note and a later deadline", async ({
  sharedPage,
  newClient,
  publishSurvey,
  tokenFor,
  expectTrouble,
}) => {
  expectTrouble(/409/);
  const page = await sharedPage("surveyor");
  const deadline = new Date(Date.now() + 10 * 24 * 3600_000).toISOString();
  const id = await publishSurvey({ title: "Can this change?", deadline });
  await page.goto("/dashboard/surveyor/allupdate");
  await page.getByRole("link", { name: "Update: Test: Can this change?" }).click();
  await expect(page).toHaveURL(`/dashboard/surveyor/update/${id}`);
  await expect(page.getByLabel("Title")).toHaveValue("Test: Can this change?");
  const day = await page.getByLabel("Deadline").inputValue();
  expect(day).toBe(new Intl.DateTimeFormat("sv-SE", { timeZone: "Pacific/Auckland" }).format(new Date(deadline)));

  // The draft survives leaving and returning.
  await page.getByLabel("Title").fill("Test: Has this changed?");
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("Test: Has this changed?");
  // The reviewed version is the public one: the owner is warned before saving, and the change awaits review.
  await expect(page.getByText("Saving a change takes this survey offline")).toBeVisible();
  await page.getByRole("button", { name: "Update survey" }).click();
  await expect(page.getByRole("heading", { name: "Test: Has this changed? is updated to the Survey." })).toBeVisible();
  await expect(page.getByText("Submitted for review.")).toBeVisible();
  const publishing = { headers: bearer(await tokenFor("admin")), data: { status: 2 } };
  await expect(await page.request.patch(`/api/surveys/${id}/status`, publishing)).toBeOK();
  await page.getByRole("button", { name: "Change more" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Test: Has this changed?");

  // The first vote arrives while the form is open.
  const token = await signUp(await newClient(), "Vera Voter");
  const vote = { SurveyID: id, vote: 1 };
  await expect(await page.request.post("/api/serveyVoting", { headers: bearer(token), data: vote })).toBeOK();
  await page.getByLabel("Title").fill("Test: Too late?");
  await page.getByRole("button", { name: "Update survey" }).click();
  await expect(page.getByRole("alert")).toContainText("once people have voted");
  await expect(page.getByRole("heading", { name: /People have voted, so the question/ })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveCount(0);
  await checkAxe(page);

  await page.getByLabel("Note").fill("We meant weekdays.");
  const earlier = new Date(Date.now() + 5 * 24 * 3600_000).toISOString().slice(0, 10);
  await page.getByLabel("Deadline").fill(earlier);
  await page.getByRole("button", { name: "Update survey" }).click();
  await expect(page.getByRole("alert")).toContainText("the deadline can only be moved to a later day");
  await page.getByLabel("Deadline").fill(new Date(Date.now() + 20 * 24 * 3600_000).toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Update survey" }).click();
  await expect(page.getByRole("heading", { name: "Test: Has this changed? is updated to the Survey." })).toBeVisible();
  await page.getByRole("link", { name: "See the survey" }).click();
  await expect(page.getByText("We meant weekdays.")).toBeVisible();
});

test("a scheduled survey is a preview for its owner, and not found for visitors", async ({
  sharedPage,
  publishSurvey,
  expectTrouble,
}) => {
  expectTrouble(/404/);
  const page = await sharedPage("surveyor");
  const createDate = "2126-12-10T06:00:00Z";
  const id = await publishSurvey({ title: "Is this for later?", createDate, scheduled: true });
  await page.goto(`/surveydetails/${id}`);
  await expect(page.getByText("Scheduled for 10-12-2126, 19:00").first()).toBeVisible();
  await expect(page.getByText("This is a preview.")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await checkAxe(page);
  // The longest state that a table shows.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/dashboard/surveyor/surveys");
  await expect(page.getByText("Scheduled for 10-12-2126, 19:00").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 800 });
  const visitor = await sharedPage("visitor");
  expect((await visitor.goto(`/surveydetails/${id}`))?.status()).toBe(404);
  await expect(h1(visitor, "Page not found")).toBeVisible();
  await page.goto(`/dashboard/surveyor/update/${id}`);
  await expect(page.getByLabel("Start date")).toHaveValue("2126-12-10");
  await expect(page.getByLabel("Time it starts")).toHaveValue("19:00");
  await expect(page.getByRole("checkbox", { name: /Hide the survey until it starts/ })).toBeChecked();
  await checkAxe(page);
  await page.getByLabel("Start date").fill("2024-12-10");
  await expect(page.getByRole("checkbox")).toHaveCount(0);
});

test("no user can update another user's survey or read its responses", async ({
  page,
  context,
  request,
  publishSurvey,
  tokenFor,
}) => {
  const id = await votedSurvey({ request, publishSurvey, tokenFor }, "Whose is this?");
  const headers = bearer(await tokenFor("admin"));
  await signUp(context, "Stella Surveyor");
  const email = (await (await context.request.get("/api/auth/get-session")).json()).user.email as string;
  const users = await page.request.get(`/api/all/user?q=${email}`, { headers });
  const [user] = (await users.json()) as { _id: string }[];
  await expect(await page.request.patch(`/api/users/admin/${user?._id}`, { headers, data: {} })).toBeOK();
  for (const path of [`surveyor/update/${id}`, `surveyor/surveys/${id}`]) {
    await page.goto(`/dashboard/${path}`);
    await expect(h1(page, "Page not found")).toBeVisible();
  }
});

test("the admin sees reported surveys first, and resolves the reports or unpublishes", async ({
  sharedPage,
  request,
  publishSurvey,
  tokenFor,
}) => {
  const id = await votedSurvey({ request, publishSurvey, tokenFor }, "Is this one reported?");
  const page = await sharedPage("admin");
  await page.goto("/dashboard/adminHome");
  await expect(page.getByRole("region", { name: /reported survey/ })).toContainText("Test: Is this one reported?");
  await page.getByRole("link", { name: "Review reports" }).click();
  await expect(
    page
      .getByRole("row")
      .nth(1)
      .getByRole("button", { name: /^\d reports?:/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "1 report: Test: Is this one reported?" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It shows my kitchen.");
  await expect(dialog).toContainText("user@example.com");
  await checkAxe(page);
  await dialog.getByRole("button", { name: "unpublish" }).click();
  await expect(page.getByRole("dialog", { name: "Unpublish this survey?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "1 report: Test: Is this one reported?" }).click();
  await dialog.getByRole("button", { name: "Dismiss all" }).click();
  await expect(dialog.getByRole("heading", { name: "Dismiss 1 report?" })).toBeVisible();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("The reports are dismissed.")).toBeVisible();
  await expect(page.getByRole("button", { name: /report: Test: Is this one reported/ })).toHaveCount(0);
  await page.goto(`/surveydetails/${id}`);
  await expect(h1(page, "Test: Is this one reported?")).toBeVisible();
});

test("an admin who is about to publish an outdated version is shown the new one first", async ({
  sharedPage,
  request,
  tokenFor,
  expectTrouble,
}) => {
  expectTrouble(/status of 409/);
  const headers = bearer(await tokenFor("surveyor"));
  const { image } = await demoSurvey(request, "running");
  const survey = { Title: "Test: Which version goes online?", category: "Cleaning Tools", image };
  const added = await request.post("/api/surveysForm", { headers, data: survey });
  const { insertedId } = (await added.json()) as { insertedId: string };
  const page = await sharedPage("admin");
  await page.goto("/dashboard/admin/surveys?q=Which%20version");
  await page.getByRole("button", { name: "publish: Test: Which version goes online?" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish this survey?" });
  const data = { ...survey, Description: "The owner added this meanwhile." };
  await expect(await request.patch(`/api/surveyor/${insertedId}`, { headers, data })).toBeOK();
  await dialog.getByRole("button", { name: "publish" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The owner changed this survey after you opened it.");
  await expect(dialog).not.toContainText(data.Description);
  await dialog.getByRole("button", { name: "Show the new version" }).click();
  await expect(dialog).toContainText(data.Description);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await dialog.getByRole("button", { name: "publish" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "unpublish: Test: Which version goes online?" })).toBeVisible();
});

test("filters are in the URL, and Back restores them", async ({ sharedPage }) => {
  const page = await sharedPage("admin");
  await page.goto("/dashboard/admin/responses?status=2");
  await expect(page.getByLabel("Status")).toHaveValue("2");
  await page.getByRole("searchbox").fill("kitchen");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL("/dashboard/admin/responses?status=2&q=kitchen");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL("/dashboard/admin/responses?status=2");
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await page.getByRole("searchbox").fill("no survey has these words");
  await page.getByRole("searchbox").press("Enter");
  await expect(page.getByRole("heading", { name: "No surveys found" })).toBeVisible();
});

test("long lists are paginated", async ({ sharedPage }) => {
  const page = await sharedPage("admin");
  await page.goto("/dashboard/admin/users");
  await expect(page.getByText(/^Showing 24 of \d+/)).toBeVisible();
  await page.getByRole("button", { name: /^Show (more|all)/ }).click();
  // The demo has 46 users; other tests may have added some.
  await expect(page.getByText(/^Showing 4[6-8] of \d+/)).toBeVisible();
});

test("a list that fails to load shows an error, and Retry loads it", async ({ sharedPage, expectTrouble }) => {
  expectTrouble(/404/);
  const page = await sharedPage("admin");
  await page.route("**/api/payment/all*", (route) =>
    route.fulfill({ status: 404, contentType: "application/problem+json", body: '{"code":"notFound","title":"No"}' }),
  );
  await page.goto("/dashboard/user/paymentHistory");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.unroute("**/api/payment/all*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("row", { name: /pro@example.com/ })).toBeVisible();
});

test("votes, reports and comments are in the user's lists, with a link only while the survey is published", async ({
  sharedPage,
  request,
  publishSurvey,
  tokenFor,
}) => {
  const id = await votedSurvey({ request, publishSurvey, tokenFor }, "Is this in my list?");
  const page = await sharedPage("pro-user");
  await page.goto("/dashboard/user/surveys");
  const row = page.getByRole("row", { name: /Is this in my list/ });
  await expect(row.getByRole("cell").nth(1)).toContainText("Yes");
  await row.getByRole("link", { name: "View: Test: Is this in my list?" }).click();
  await expect(page).toHaveURL(`/surveydetails/${id}`);
  await page.goto("/dashboard/user/comments");
  await expect(page.getByRole("article").filter({ hasText: "Is this in my list?" })).toContainText('=1+1, or "two"');

  const user = await sharedPage("user");
  const taken = { headers: bearer(await tokenFor("admin")), data: { status: 1, feedback: "A person can be seen." } };
  await expect(await request.patch(`/api/surveys/${id}/status`, taken)).toBeOK();
  await user.goto("/dashboard/user/my-reports");
  const card = user.getByRole("article").filter({ hasText: "Is this in my list?" });
  await expect(card).toContainText("It shows my kitchen.");
  await expect(card).toContainText("Not published anymore");

  const surveyor = await sharedPage("surveyor");
  await surveyor.goto("/dashboard/surveyor/feedbacks");
  await surveyor.getByRole("link", { name: "Test: Is this in my list?" }).first().click();
  await expect(h1(surveyor, "feedback")).toBeFocused();
  await expect(surveyor.getByRole("article")).toContainText("A person can be seen.");
  await expect(surveyor.getByRole("article")).toContainText(people.surveyor.email);
});

test("payments show price, date and a transaction id that can be copied", async ({ sharedPage }) => {
  const page = await sharedPage("pro-user");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/dashboard/user/pro/paymentHistory");
  const row = page.getByRole("row", { name: /pro@example.com/ });
  await expect(row).toContainText("$12.00");
  await expect(row).toContainText(/\d\d-\d\d-\d{4}/);
  await row.getByRole("button", { name: "Copy the transaction id pi_demo_0001" }).click();
  await expect(row.getByText("Copied")).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("pi_demo_0001");
});
