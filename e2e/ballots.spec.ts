import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, type Fixtures, test } from "./fixtures.ts";
import { bearer, signUp } from "./people.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Result and vote" });

async function vote(newClient: Fixtures["newClient"], survey: string, choice: 0 | 1 | 2): Promise<void> {
  const client = await newClient();
  const headers = bearer(await signUp(client, "Vera Voter"));
  // Only secret surveys need a ticket.
  const data = { SurveyID: survey, vote: choice, ticket: randomBytes(16).toString("hex") };
  await expect(await client.request.post("/api/serveyVoting", { headers, data })).toBeOK();
}

test("a vote is changed with the keyboard; a result that opens at the end stays hidden until its owner closes the survey", async ({
  page: voter,
  sharedPage,
  newClient,
  publishSurvey,
}) => {
  test.setTimeout(120_000);
  const id = await publishSurvey({
    title: "Should we move the office to the old mill?",
    deadline: new Date(Date.now() + 30 * 24 * 3600_000).toISOString(),
    results: "afterClose",
    unsure: true,
  });
  const changeable = await publishSurvey({ title: "Should lunch move to one o'clock?", changeable: true });
  const owner = await sharedPage("surveyor");
  const headers = bearer(await signUp(voter.context(), "Uma Unsure"));

  await test.step("a voter changes a vote with the keyboard", async () => {
    const cast = { headers, data: { SurveyID: changeable, vote: 1 } };
    await expect(await voter.request.post("/api/serveyVoting", cast)).toBeOK();
    await voter.goto(`/surveydetails/${changeable}`);
    await panel(voter).getByRole("button", { name: "Change your vote" }).press("Enter");
    await expect(voter.getByRole("radio", { name: "Yes" })).toBeFocused();
    await checkAxe(voter);
    await voter.keyboard.press("ArrowRight");
    await voter.keyboard.press("Enter");
    await expect(panel(voter)).toContainText("Your vote was changed: No");
    await checkAxe(voter);
  });

  await test.step("a voter reads the rules and votes", async () => {
    const stream = voter.waitForResponse(/\/events/);
    await voter.goto(`/surveydetails/${id}`);
    await stream;
    await voter.getByRole("button", { name: "What does this mean?" }).click();
    await expect(voter.getByRole("dialog")).toContainText("That includes the survey's owner and the admins.");
    await checkAxe(voter);
    await voter.keyboard.press("Escape");
    await voter.getByRole("radio", { name: "Not sure" }).check();
    await voter.getByRole("button", { name: "Vote", exact: true }).click();
    await expect(panel(voter)).toContainText("Your vote is in: Not sure");
  });

  await test.step("everyone sees the turnout, live, and no answers", async () => {
    for (const choice of [1, 1, 0] as const) await vote(newClient, id, choice);
    await owner.goto(`/surveydetails/${id}`);
    for (const page of [voter, owner]) {
      await expect(panel(page)).toContainText("4 people have voted");
      await expect(panel(page)).toContainText("Everyone sees the result when voting ends, on ");
      await expect(page.getByRole("main")).not.toContainText(/\d%|Vera Voter/);
    }
  });

  await test.step("closed early, the result opens on the open page, which keeps its layout", async () => {
    const bar = panel(voter).locator("svg[width='100%']");
    const before = await bar.boundingBox();
    await owner.goto("/dashboard/surveyor/allupdate");
    await owner.getByRole("button", { name: /^More: Test: Should we move the office/ }).click();
    await owner.getByRole("button", { name: /^Close voting: Test: Should we move the office/ }).click();
    const dialog = owner.getByRole("dialog", { name: "Close voting now?" });
    await expect(dialog).toContainText("Voting can't be opened again.");
    await checkAxe(owner);
    await dialog.getByRole("button", { name: "Close voting" }).click();
    await expect(owner.getByText(/^Voting on Test: Should we move the office .* is closed\.$/)).toBeVisible();
    await expect(panel(voter)).toContainText("Yes won by 1 of 3 votes");
    await expect(panel(voter)).toContainText("67% Yes of the 3 who took a side; 1 not sure.");
    await expect(voter.getByRole("table", { name: "All votes" })).toContainText("Vera Voter");
    expect(before).not.toBeNull();
    expect(await bar.boundingBox()).toEqual(before);
  });
});
