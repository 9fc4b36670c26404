import type { Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, type Fixtures, test } from "./fixtures.ts";
import { bearer, signUp } from "./people.ts";
import { openTcpProxy } from "./tcpProxy.ts";

/** The newest survey without votes. */
let survey: string;

test.beforeEach(async ({ publishSurvey }) => {
  survey = await publishSurvey({ title: "Does it move?" });
});

const panel = (page: Page) => page.getByRole("region", { name: "Result and vote" });
const card = (page: Page) => page.getByRole("article").filter({ hasText: "Test: Does it move?" }).first();
const switchOf = (page: Page) => page.getByRole("button", { name: /^(Connecting|Live|Updating|Reconnecting|Paused)/ });
const details = () => `/surveydetails/${survey}`;

/** Votes as a new user, without a page. */
async function vote(newClient: Fixtures["newClient"], choice: 0 | 1 = 1): Promise<void> {
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
}) => {
  const other = await newSessionPage();
  await signUp(other.context(), "Olaf Other");
  await Promise.all([openLive(page, "/"), openLive(other, details())]);
  await expect(card(page)).toContainText("0 votes");
  const isSameDocument = await page.evaluateHandle(() => document.documentElement);

  await panel(other).getByRole("radio", { name: "Yes" }).check();
  await panel(other).getByRole("button", { name: "Vote", exact: true }).click();
  await expect(panel(other)).toContainText("You voted Yes");
  await expect(card(page)).toContainText("1 vote");
  await expect(card(page)).toContainText(/Yes\s*1 vote\s*100%/);

  await vote(newClient, 0);
  await expect(card(page)).toContainText("2 votes");
  await expect(panel(other)).toContainText("A tie at 1 vote each");
  expect(await isSameDocument.evaluate((element) => element === document.documentElement)).toBe(true);
});

test("the list of all surveys updates too, and new votes below a survey are offered, not inserted", async ({
  page,
  sharedPage,
  newClient,
}) => {
  const other = await sharedPage("visitor");
  await Promise.all([openLive(page, "/surveysPages"), openLive(other, details())]);
  await vote(newClient);
  await expect(card(page)).toContainText("1 vote");
  await expect(other.getByText("Yours would be the first.")).toBeVisible();
  await other.getByRole("button", { name: "Show 1 new vote" }).click();
  await expect(other.getByRole("table", { name: "All votes" })).toContainText("Vera Voter");
  await expect(other.getByRole("button", { name: /new vote/ })).toHaveCount(0);
});

test("paused totals do not change, across pages and reloads, and continue with the right total", async ({
  page,
  newClient,
}) => {
  await openLive(page, details());
  await switchOf(page).click();
  await expect(switchOf(page)).toHaveText("Paused · Resume");
  await checkAxe(page);
  await vote(newClient);
  await page.reload();
  await expect(switchOf(page)).toHaveText("Paused · Resume");
  await expect(panel(page)).toContainText("1 vote, for");
  await vote(newClient);
  await vote(newClient);
  // Enough time for an update to arrive.
  await page.waitForTimeout(1000);
  await expect(panel(page)).toContainText("1 vote, for");
  await switchOf(page).press("Enter");
  await expect(panel(page)).toContainText("All 3 votes are Yes");
  await expect(switchOf(page)).toBeFocused();
});

test("changes are announced politely: the first one soon, later ones at most every few seconds", async ({
  page,
  newClient,
}) => {
  await openLive(page, details());
  const announcement = page.locator("article [aria-live=polite]").first();
  await expect(announcement).toHaveText("");
  const announced = await announcement.evaluateHandle((element) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(element.textContent ?? "")).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  for (const choice of [1, 0, 1, 1] as const) {
    await vote(newClient, choice);
    await expect(panel(page)).toContainText(/1 vote, for|A tie at|leads by/);
  }
  await expect(announcement).toHaveText("Yes leads by 2 of 4 votes");
  expect((await announced.jsonValue()).length).toBeLessThan(4);
});

test("where no stream gets through, the page polls every few seconds", async ({ page, newClient, expectTrouble }) => {
  expectTrouble(/events/);
  await page.route(/\/events/, (route) => route.fulfill({ status: 403, contentType: "text/html", body: "No" }));
  await page.goto(details());
  await vote(newClient);
  await expect(panel(page)).toContainText("1 vote, for");
  await expect(switchOf(page)).toHaveText("Updating every few seconds · Pause");
});

test("after a server outage, totals are right and update again", async ({ page, newClient, server, expectTrouble }) => {
  expectTrouble(/ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|ERR_SOCKET/);
  const proxy = await openTcpProxy(new URL(server.url));
  try {
    await openLive(page, proxy.url + details());
    await proxy.close();
    await expect(switchOf(page)).toHaveText("Reconnecting · Pause");
    await vote(newClient);
    await proxy.open();
    await expect(panel(page)).toContainText("1 vote, for", { timeout: 20_000 });
    await vote(newClient);
    await expect(panel(page)).toContainText("All 2 votes are Yes");
    await expect(switchOf(page)).toHaveText("Live · Pause");
  } finally {
    await proxy.close();
  }
});

test("an unpublished survey disappears from open pages", async ({ page, tokenFor, expectTrouble }) => {
  expectTrouble(/404/);
  await openLive(page, details());
  const data = { status: 1, feedback: "Not like this" };
  const headers = bearer(await tokenFor("admin"));
  await expect(await page.request.patch(`/api/surveys/${survey}/status`, { headers, data })).toBeOK();
  await expect(page.getByRole("heading", { name: "Not published anymore: Against the rules" })).toBeVisible();
});
