import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { bearer, signUp } from "./people.ts";
import { openTcpProxy } from "./tcpProxy.ts";

const NOT_SENT = "You're offline, so nothing was sent. Try again when you're back online.";
const UNKNOWN = "we don't know whether your vote was counted. Try again: a vote is never counted twice.";

const panel = (page: Page) => page.getByRole("region", { name: "Result and vote" });
const banner = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const voteButton = (page: Page) => panel(page).getByRole("button", { name: "Vote", exact: true });
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

test("a dialog closed while offline changes nothing later", async ({ sharedPage, publishSurvey, expectTrouble }) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED/);
  const id = await publishSurvey({ title: "Does it stay published?" });
  const page = await sharedPage("admin");
  await page.goto("/dashboard/admin/surveys?q=stay%20published");
  await page.getByRole("button", { name: "unpublish: Test: Does it stay published?" }).click();
  const dialog = page.getByRole("dialog", { name: "Unpublish this survey?" });
  await dialog.getByLabel("Feedback to the owner").fill("x".repeat(1001));
  await expect(dialog.getByText("1 character too many")).toBeVisible();
  await dialog.getByRole("button", { name: "unpublish" }).click();
  await expect(dialog).toContainText("At most");
  await dialog.getByLabel("Reason").selectOption("Unclear question");
  await dialog.getByLabel("Feedback to the owner").fill("Not like this");
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "unpublish" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(NOT_SENT, { timeout: 1000 });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByRole("button", { name: "unpublish: Test: Does it stay published?" })).toBeVisible();
  expect((await page.request.get(`/api/surveys/${id}/results`)).status()).toBe(200);
});

test("during an outage a vote says that its outcome is unknown, the page stays, and a retry is safe", async ({
  page,
  context,
  publishSurvey,
  server,
  expectTrouble,
}) => {
  expectTrouble(/ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|ERR_SOCKET|dynamically imported module/);
  const id = await publishSurvey({ title: "Was my vote counted?" });
  await signUp(context, "Una Unknown");
  const proxy = await openTcpProxy(new URL(server.url));
  try {
    await page.goto(`${proxy.url}/surveydetails/${id}`);
    await choose(page, "Yes");
    await proxy.close();
    await voteButton(page).click();
    await expect(panel(page).getByRole("alert")).toContainText(UNKNOWN);
    await expect(panel(page).getByRole("radio", { name: "Yes" })).toBeChecked();
    // Refetching fails too, after its retries; the page keeps its content.
    await expect(banner(page, "What you see may be out of date.")).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Test: Was my vote counted?");
    await expect(panel(page).getByRole("alert")).toContainText(UNKNOWN);

    await proxy.open();
    await loseAnswer(page, "**/api/serveyVoting");
    await voteButton(page).click();
    await expect(panel(page)).toContainText("You voted Yes", { timeout: 20_000 });
    expect(await (await page.request.get(`/api/surveys/${id}/results`)).json()).toMatchObject({ totalVotes: 1 });
  } finally {
    await proxy.close();
  }
});

test("of two clicks on links in a row the last one counts", async ({ page }) => {
  await page.goto("/");
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/assets/**/LoginPage*.js", async (route) => {
    await held;
    await route.continue();
  });
  const links = {
    first: page.getByRole("banner").getByRole("link", { name: "Login" }),
    last: page.getByRole("link", { name: "PRICE Page" }),
  };
  await links.first.evaluate((element: HTMLElement) => element.click());
  await links.last.evaluate((element: HTMLElement) => element.click());
  await expect(page).toHaveURL("/membarShip");
  letThrough();
  // Longer than a click waits for the next page.
  await page.waitForTimeout(400);
  await expect(page).toHaveURL("/membarShip");
  await expect(page.getByRole("main")).toContainText("$12.00 / year");
});

test("during an outage the home page says that it can't load its surveys, and shows no count", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/ERR_FAILED/);
  await page.goto("/membarShip");
  await page.route(/\/api\/(vote\/collection|letest)/, (route) => route.abort());
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "voted surveys", exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(2, { timeout: 20_000 });
  await expect(page.getByRole("heading", { level: 2, name: "recently surveys", exact: true })).toBeVisible();
});
