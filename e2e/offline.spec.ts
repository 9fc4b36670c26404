import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { bearer, signUp } from "./people.ts";
import { openTcpProxy } from "./tcpProxy.ts";

const NOT_SENT = "You're offline, so nothing was sent. Try again when you're back online.";
const UNKNOWN = "we don't know whether your vote was counted. Try again: a vote is never counted twice.";

const panel = (page: Page) => page.getByRole("region", { name: "Result and vote" });
const banner = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const voteButton = (page: Page) => panel(page).getByRole("button", { name: /^Vote( Yes| No)?$/ });
const choose = (page: Page, choice: "Yes" | "No") => panel(page).getByRole("radio", { name: choice }).check();

/** Lets the page's next request through, but drops the response. */
const loseAnswer = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );

/** Whether two elements overlap on the screen. */
async function overlap(page: Page, one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((selector) => page.locator(selector).first().boundingBox()));
  if (!a || !b) throw new Error(`${a ? other : one} is not on the screen`);
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test("@phone an action while offline fails beside its button and is never sent; links lead to a page that says so", async ({
  freshPage,
  publishSurvey,
  isMobile,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|dynamically imported module/);
  const id = await publishSurvey({ title: `Is nothing sent later (${isMobile ? "phone" : "desktop"})?` });
  // Other journeys leave the code of more pages in the cache.
  const page = await freshPage();
  const context = page.context();
  const token = await signUp(context, "Otto Offline");
  await page.goto(`/surveydetails/${id}`);
  const live = page.getByRole("button", { name: /Pause$/ });
  await expect(live).toHaveText("Live · Pause");
  await choose(page, "No");
  await context.setOffline(true);
  await expect(live).toHaveText("Reconnecting · Pause");
  await voteButton(page).click();
  await expect(panel(page).getByRole("alert")).toHaveText(NOT_SENT, { timeout: 1000 });
  await page.mouse.wheel(0, 2000);
  await expect(banner(page, "You're offline.")).toBeInViewport();

  const menu = page.getByRole("button", { name: "Menu" });
  if (isMobile) await menu.click();
  await page.getByRole("button", { name: "LogOut" }).click();
  await expect(page.getByText(NOT_SENT).last()).toBeVisible();
  await expect(menu).toContainText("Otto Offline");

  // The user's later choice counts: the No was never queued.
  await choose(page, "Yes");
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
  await context.setOffline(false);
  await expect(live).toHaveText("Live · Pause");
  await expect(banner(page, "You're offline.")).toHaveCount(0);
  expect(sent.filter((url) => !url.endsWith("/jwt"))).toEqual([]);
  const own = await page.request.get(`/api/surveys/${id}/results`, { headers: bearer(token) });
  expect(await own.json()).toMatchObject({ totalVotes: 0 });
  await voteButton(page).click();
  await expect(panel(page)).toContainText("You voted Yes");
  await expect(page.locator(".toast").filter({ hasText: "is your vote." })).toBeVisible();
  expect(await overlap(page, ".toast:has-text('is your vote.')", "section code")).toBe(false);

  // A page whose code is not loaded.
  await context.setOffline(true);
  if (isMobile) await menu.click();
  await page.getByRole("link", { name: "PRICE Page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You're offline" })).toBeVisible();
  await expect(page).toHaveURL("/membarShip");
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You're offline" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("main")).toContainText("$12.00 / year");
});

test("a vote during an outage says that it may or may not be stored, and the page stays; a retry is then safe, and totals update again", async ({
  page,
  context,
  newClient,
  publishSurvey,
  server,
  expectTrouble,
}) => {
  expectTrouble(/ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|ERR_SOCKET|dynamically imported module/);
  const id = await publishSurvey({ title: "Was my vote counted?" });
  await signUp(context, "Una Unknown");
  const voteElsewhere = async () => {
    const client = await newClient();
    const headers = bearer(await signUp(client, "Vera Voter"));
    const data = { SurveyID: id, vote: 1 };
    await expect(await client.request.post("/api/serveyVoting", { headers, data })).toBeOK();
  };
  const live = page.getByRole("button", { name: /Pause$/ });
  const proxy = await openTcpProxy(new URL(server.url));
  try {
    await page.goto(`${proxy.url}/surveydetails/${id}`);
    await expect(live).toHaveText("Live · Pause");
    await choose(page, "Yes");
    // The button is shown only when it is known that the user has not voted, which may be after the totals.
    await expect(voteButton(page)).toBeVisible();
    await proxy.close();
    await voteButton(page).click();
    await expect(panel(page).getByRole("alert")).toContainText(UNKNOWN);
    await expect(panel(page).getByRole("radio", { name: "Yes" })).toBeChecked();
    await expect(live).toHaveText("Reconnecting · Pause");
    await voteElsewhere();
    // Refetching fails too, after its retries; the page keeps its content.
    await expect(banner(page, "What you see may be out of date.")).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Test: Was my vote counted?");
    await expect(panel(page).getByRole("alert")).toContainText(UNKNOWN);

    await proxy.open();
    await loseAnswer(page, "**/api/serveyVoting");
    await voteButton(page).click();
    await expect(panel(page)).toContainText("You voted Yes", { timeout: 20_000 });
    await expect(panel(page)).toContainText("Yes leads, 2 to 0", { timeout: 20_000 });
    await voteElsewhere();
    await expect(panel(page)).toContainText("Yes leads, 3 to 0", { timeout: 20_000 });
    await expect(live).toHaveText("Live · Pause");
  } finally {
    await proxy.close();
  }
});
