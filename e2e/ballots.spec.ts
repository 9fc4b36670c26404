import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, type Fixtures, test } from "./fixtures.ts";
import { bearer, signIn, signUp } from "./people.ts";
import { demoSurvey, publishSurvey } from "./surveys.ts";

const CONFIDENTIAL = "Do you trust the new manager?";
const QUESTION = "Test: Should we move the office to the old mill?";

const panel = (page: Page) => page.getByRole("region", { name: "Result and vote" });

/** A local date in a month, as a date field takes it. */
const nextMonth = () => new Date(Date.now() + 30 * 24 * 3600_000).toISOString().slice(0, 10);

/** Asks the question with a result that opens when voting ends. */
async function askHidden(page: Page, image: string): Promise<void> {
  await page.goto("/dashboard/surveyAdd");
  await page.getByRole("textbox", { name: "Your question (title)" }).fill(QUESTION);
  await page.getByLabel("Category").selectOption({ label: "Satisfaction" });
  await page.getByLabel("Or paste an image URL").fill(image);
  await page.getByText("How people vote").click();
  const atEnd = page.getByRole("radio", { name: "Everyone when voting ends" });
  await expect(atEnd).toBeDisabled();
  await expect(page.getByText("Set a deadline first")).toBeVisible();
  await page.getByLabel("Deadline").fill(nextMonth());
  await atEnd.check();
  await page.getByRole("checkbox", { name: /^Offer “Not sure”/ }).check();
  const preview = page.getByRole("figure").filter({ hasText: "This is what voters will read" });
  await expect(preview).toContainText("Everyone sees the result when voting ends, on ");
  await expect(preview).toContainText("You can also answer “Not sure”.");
  await checkAxe(page);
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(page.getByText(`${QUESTION} is added to the surveysForm.`).first()).toBeVisible();
}

/** An admin reads the settings, and publishes the survey. Returns its id. */
async function publish(admin: Page): Promise<string> {
  await admin.goto("/dashboard/admin/surveys");
  await admin.getByRole("button", { name: `publish: ${QUESTION}` }).click();
  const dialog = admin.getByRole("dialog", { name: "Publish this survey?" });
  await expect(dialog).toContainText("Everyone when voting ends");
  await expect(dialog).toContainText("Yes, No or Not sure");
  await dialog.getByRole("button", { name: "publish" }).click();
  await expect(admin.getByText(`${QUESTION} is published.`)).toBeVisible();
  const href = await admin.getByRole("link", { name: QUESTION }).getAttribute("href");
  return href?.split("/").at(-1) ?? "";
}

async function vote(newClient: Fixtures["newClient"], survey: string, choice: 0 | 1 | 2): Promise<void> {
  const client = await newClient();
  const headers = bearer(await signUp(client, "Vera Voter"));
  // Only secret surveys need a ticket.
  const data = { SurveyID: survey, vote: choice, ticket: randomBytes(16).toString("hex") };
  await expect(await client.request.post("/api/serveyVoting", { headers, data })).toBeOK();
}

test("a result that opens at the end stays hidden from everyone until its owner closes the survey", async ({
  page: owner,
  newSessionPage,
  newClient,
}) => {
  test.setTimeout(180_000);
  const [admin, voter, visitor] = [await newSessionPage(), await newSessionPage(), await newSessionPage()];
  await signIn(owner.context(), "surveyor");
  await signIn(admin.context(), "admin");
  await signUp(voter.context(), "Uma Unsure");

  await test.step("the surveyor asks, and the admin publishes", () =>
    demoSurvey(owner.request, "running").then(({ image }) => askHidden(owner, image)));
  const id = await publish(admin);

  await test.step("a voter reads the rules and votes", async () => {
    await voter.goto(`/surveydetails/${id}`);
    await voter.getByRole("button", { name: "What does this mean?" }).click();
    await expect(voter.getByRole("dialog")).toContainText("That includes the survey's owner and the admins.");
    await checkAxe(voter);
    await voter.keyboard.press("Escape");
    await voter.getByRole("radio", { name: "Not sure" }).check();
    await voter.getByRole("button", { name: "Vote", exact: true }).click();
    await expect(panel(voter)).toContainText("Your vote is in: Not sure");
  });

  const stream = visitor.waitForResponse(/\/events/);
  await visitor.goto(`/surveydetails/${id}`);
  await stream;
  await test.step("everyone sees the turnout, live, and no answers", async () => {
    for (const choice of [1, 1, 0] as const) await vote(newClient, id, choice);
    await expect(panel(visitor)).toContainText("4 people have voted");
    await owner.goto(`/surveydetails/${id}`);
    await admin.goto(`/surveydetails/${id}`);
    for (const page of [visitor, voter, owner, admin]) {
      await expect(panel(page)).toContainText("4 people have voted");
      await expect(panel(page)).toContainText("Everyone sees the result when voting ends, on ");
      await expect(page.getByRole("main")).not.toContainText(/\d%|Vera Voter/);
    }
    await checkAxe(voter);
    await owner.goto("/dashboard/surveyor/surveys");
    await expect(owner.getByRole("row", { name: new RegExp(QUESTION) })).toContainText(/Yes–No–.*Total4/);
  });

  await test.step("closed early, the result opens on the open pages, which keep their layout", async () => {
    const bar = panel(voter).locator("svg[width='100%']");
    const before = await bar.boundingBox();
    await owner.goto("/dashboard/surveyor/allupdate");
    await owner.getByRole("button", { name: `More: ${QUESTION}` }).click();
    await owner.getByRole("button", { name: `Close voting: ${QUESTION}` }).click();
    const dialog = owner.getByRole("dialog", { name: "Close voting now?" });
    await expect(dialog).toContainText("Voting can't be opened again.");
    await checkAxe(owner);
    await dialog.getByRole("button", { name: "Close voting" }).click();
    await expect(owner.getByText(`Voting on ${QUESTION} is closed.`)).toBeVisible();
    for (const page of [visitor, voter]) {
      await expect(panel(page)).toContainText("Yes won by 1 of 3 votes");
      await expect(panel(page)).toContainText("67% Yes of the 3 who took a side; 1 not sure.");
      await expect(page.getByRole("table", { name: "All votes" })).toContainText("Vera Voter");
    }
    expect(before).not.toBeNull();
    expect(await bar.boundingBox()).toEqual(before);
    await expect(panel(visitor)).toContainText(/Closed early by its owner on [\d-]{10}; planned until [\d-]{10}\./);
  });
});

test("a voter changes a vote: everyone sees the new result at once, and the old receipt says that it was replaced", async ({
  page: voter,
  newSessionPage,
  newClient,
}) => {
  test.setTimeout(120_000);
  const visitor = await newSessionPage();
  const [surveyor, admin] = [await newClient(), await newClient()];
  const tokens = { surveyor: await signIn(surveyor, "surveyor"), admin: await signIn(admin, "admin") };
  const title = "Should lunch move to one o'clock?";
  const id = await publishSurvey(surveyor.request, tokens, { title, changeable: true, deadline: nextMonth() });
  await vote(newClient, id, 1);
  await signUp(voter.context(), "Uma Undecided");
  await voter.goto(`/surveydetails/${id}`);
  await expect(panel(voter)).toContainText("You can change your vote until voting ends.");
  await voter.getByRole("radio", { name: "Yes" }).check();
  await voter.getByRole("button", { name: "Vote", exact: true }).click();
  const receipt = (await panel(voter).locator("code").textContent()) ?? "";
  const stream = visitor.waitForResponse(/\/events/);
  await visitor.goto(`/surveydetails/${id}`);
  await stream;
  await expect(panel(visitor)).toContainText("100%");

  await test.step("with the keyboard, to No", async () => {
    await voter.getByRole("button", { name: "Change your vote" }).press("Enter");
    await expect(voter.getByRole("radio", { name: "Yes" })).toBeFocused();
    await checkAxe(voter);
    await voter.keyboard.press("ArrowRight");
    await voter.keyboard.press("Enter");
    await expect(panel(voter)).toContainText("Your vote was changed: No");
    await expect(panel(voter).locator("code")).not.toHaveText(receipt);
    await checkAxe(voter);
  });
  await expect(panel(visitor)).toContainText("50%");
  await visitor.reload();
  await expect(visitor.getByRole("table", { name: "All votes" }).getByRole("row", { name: /Uma/ })).toContainText(
    /No\s*changed/,
  );

  await test.step("the earlier receipt is found as replaced", async () => {
    await voter.getByRole("button", { name: "Check that my vote is counted" }).click();
    const dialog = voter.getByRole("dialog", { name: "Check that my vote is counted" });
    await dialog.getByRole("textbox", { name: "Receipt" }).fill(receipt);
    await dialog.getByRole("button", { name: "Check", exact: true }).click();
    await expect(dialog).toContainText("This vote was changed and doesn't count (no. 2 of 3): no. 3 replaces it.");
  });
});

test("a secret vote is confirmed, also after a lost response, and shown nowhere; the close shows the sums", async ({
  page: voter,
  newClient,
  tokenFor,
  publishSurvey,
  expectTrouble,
}) => {
  test.setTimeout(120_000);
  expectTrouble(/ERR_FAILED|Failed to load resource/);
  const id = await publishSurvey({
    title: "Do you trust the new landlord?",
    deadline: new Date(Date.now() + 30 * 24 * 3600_000).toISOString(),
    results: "afterClose",
    privacy: "secret",
  });
  await signUp(voter.context(), "Silvia Silent");

  await test.step("the page says what is stored, and what that can't do", async () => {
    await voter.goto(`/surveydetails/${id}`);
    await expect(panel(voter)).toContainText("Your answer is added to a sum and never stored by itself.");
    await expect(panel(voter)).toContainText("Nobody can look up how you voted, not even you.");
    await voter.getByRole("button", { name: "What does this mean?" }).click();
    await expect(voter.getByRole("dialog")).toContainText("What this can't do");
    await checkAxe(voter);
    await voter.keyboard.press("Escape");
  });

  await test.step("after a lost response the page finds out that the vote was counted", async () => {
    const tickets: string[] = [];
    await voter.route("**/api/serveyVoting", async (route) => {
      tickets.push((route.request().postDataJSON() as { ticket: string }).ticket);
      await route.fetch();
      await route.abort();
    });
    const failed = voter.waitForEvent("requestfailed");
    await voter.getByRole("radio", { name: "Yes" }).check();
    await voter.getByRole("button", { name: "Vote", exact: true }).click();
    await failed;
    await expect(panel(voter)).toContainText("You voted.");
    expect(tickets).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  await test.step("nothing shows how this person voted", async () => {
    await expect(panel(voter).getByRole("radio")).toHaveCount(0);
    await checkAxe(voter);
    await voter.reload();
    await expect(panel(voter)).toContainText(
      "You are on the list of people who voted. Which answer was counted can't be looked up.",
    );
    expect(await voter.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(id);
    await voter.goto("/dashboard/user/surveys");
    await expect(voter.getByRole("row", { name: /landlord/ })).toContainText("Secret");
  });

  await test.step("at the end everyone sees the sums", async () => {
    for (const choice of [1, 1, 0, 1] as const) await vote(newClient, id, choice);
    await voter.goto(`/surveydetails/${id}`);
    await expect(panel(voter)).toContainText("5 people have voted");
    const closed = await voter.request.post(`/api/surveys/${id}/close`, {
      headers: bearer(await tokenFor("surveyor")),
    });
    await expect(closed).toBeOK();
    await expect(panel(voter)).toContainText("Yes won by 3 of 5 votes");
    await expect(voter.getByRole("main")).not.toContainText("Vera Voter");
    await checkAxe(voter);
  });
});

test("a confidential survey shows nobody who voted what, and a result only with enough votes", async ({
  page: owner,
  newSessionPage,
  newClient,
  expectTrouble,
}) => {
  test.setTimeout(180_000);
  expectTrouble(/409/);
  const [voter, visitor] = [await newSessionPage(), await newSessionPage()];
  const surveyor = await signIn(owner.context(), "surveyor");
  const admin = await signIn(await newClient(), "admin");
  await signUp(voter.context(), "Cara Confident");
  const id = await publishSurvey(
    owner.request,
    { surveyor, admin },
    { title: CONFIDENTIAL, deadline: nextMonth(), results: "afterClose", privacy: "confidential" },
  );

  await test.step("a voter reads who sees their vote, and votes", async () => {
    await voter.goto(`/surveydetails/${id}`);
    await expect(panel(voter)).toContainText("Nobody sees how you voted, not even the owner and the admins.");
    await voter.getByRole("radio", { name: "No", exact: true }).check();
    await voter.getByRole("button", { name: "Vote", exact: true }).click();
    await expect(panel(voter)).toContainText("Your vote is in: No");
    await expect(panel(voter)).toContainText("Only you can see how you voted.");
    await expect(panel(voter)).not.toContainText("Your receipt");
    await checkAxe(voter);
  });

  for (const choice of [1, 1, 1] as const) await vote(newClient, id, choice);
  const stream = visitor.waitForResponse(/\/events/);
  await visitor.goto(`/surveydetails/${id}`);
  await stream;
  const closeVoting = async () => {
    await owner.goto("/dashboard/surveyor/allupdate");
    await owner.getByRole("button", { name: `More: Test: ${CONFIDENTIAL}` }).click();
    await owner.getByRole("button", { name: `Close voting: Test: ${CONFIDENTIAL}` }).click();
    const dialog = owner.getByRole("dialog", { name: "Close voting now?" });
    await expect(dialog).toContainText("With fewer than 5 votes no result is shown.");
    await dialog.getByRole("button", { name: "Close voting" }).click();
    return dialog;
  };
  await test.step("with four votes its owner can't close it", async () => {
    await expect(await closeVoting()).toContainText("Fewer than 5 people have voted");
    await checkAxe(owner);
  });

  await test.step("with five the result opens on the open pages, and no vote with it", async () => {
    await vote(newClient, id, 0);
    await closeVoting();
    await expect(owner.getByText(`Voting on Test: ${CONFIDENTIAL} is closed.`)).toBeVisible();
    await expect(panel(visitor)).toContainText("Yes won by 1 of 5 votes");
    await owner.goto(`/dashboard/surveyor/surveys/${id}`);
    for (const page of [visitor, owner]) {
      await expect(page.getByRole("main")).toContainText("Votes on this survey are confidential.");
      await expect(page.getByRole("main")).not.toContainText(/Vera Voter|Cara Confident/);
    }
    await visitor.getByRole("button", { name: "Check the result yourself" }).click();
    const check = visitor.getByRole("dialog", { name: "Check the result yourself" });
    await check.getByRole("button", { name: "Check", exact: true }).click();
    await expect(check).toContainText("The numbers fit their fingerprint: 3 yes and 2 no");
    await checkAxe(visitor);
  });
});
