import type { Page } from "@playwright/test";
import { expect, type Fixtures, test } from "./fixtures.ts";
import { bearer, signUp } from "./people.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Result and vote" });
const card = (page: Page) => page.getByRole("article").filter({ hasText: "Test: Does it move?" }).first();

/** Votes as a new user, without a page. */
async function vote(newClient: Fixtures["newClient"], survey: string, choice: 0 | 1): Promise<void> {
  const client = await newClient();
  const headers = bearer(await signUp(client, "Vera Voter"));
  const data = { SurveyID: survey, vote: choice };
  await expect(await client.request.post("/api/serveyVoting", { headers, data })).toBeOK();
}

/** Waits until the page's stream is open, so that later votes reach it. */
async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse(/\/events/);
  await page.goto(path);
  await stream;
}

test("two users see each other's votes on cards and on the survey's page, without a reload", async ({
  page,
  newSessionPage,
  newClient,
  publishSurvey,
}) => {
  const survey = await publishSurvey({ title: "Does it move?" });
  const other = await newSessionPage();
  await signUp(other.context(), "Olaf Other");
  await Promise.all([openLive(page, "/"), openLive(other, `/surveydetails/${survey}`)]);
  await expect(card(page)).toContainText("0 votes");
  const isSameDocument = await page.evaluateHandle(() => document.documentElement);

  await panel(other).getByRole("radio", { name: "Yes" }).check();
  await panel(other).getByRole("button", { name: "Vote", exact: true }).click();
  await expect(panel(other)).toContainText("You voted Yes");
  await expect(card(page)).toContainText("1 vote");
  await expect(card(page)).toContainText(/Yes\s*1 vote\s*100%/);

  await vote(newClient, survey, 0);
  await expect(card(page)).toContainText("2 votes");
  await expect(panel(other)).toContainText("A tie at 1 vote each");
  expect(await isSameDocument.evaluate((element) => element === document.documentElement)).toBe(true);
});
