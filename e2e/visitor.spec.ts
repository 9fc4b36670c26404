import type { Page, Request } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { demoSurvey } from "./surveys.ts";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
test("the grid has one, two or three columns of aligned cards with an image of 12rem, and nothing from other hosts", async ({
  sharedPage,
  baseURL,
}) => {
  const page = await sharedPage("visitor");
  const origins = new Set<string>();
  // Images drawn into the page itself cause no request.
  const note = (request: Request) => !request.url().startsWith("data:") && origins.add(new URL(request.url()).origin);
  page.on("request", note);
  // By votes, running and ended surveys are mixed.
  await page.goto("/surveysPages?sort=desc");
  const place = (all: Element[]) =>
    all.map((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      const details = card.querySelector("a[aria-label^=Details]")?.getBoundingClientRect().top;
      return { top, place: [bottom, details], isRunning: card.textContent?.includes("continiu") };
    });
  for (const [width, columns] of [
    [1280, 3],
    [800, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    // Below 1024 px the bar doesn't have enough room for its links.
    await expect(page.getByRole("button", { name: "Menu" })).toBeVisible({ visible: width < 1024 });
    const rows = [...Map.groupBy(await cards(page).evaluateAll(place), ({ top }) => top).values()];
    expect(rows[0]).toHaveLength(columns);
    for (const row of rows) expect(new Set(row.map((each) => String(each.place))).size).toBe(1);
    const isMixed = rows.some((row) => new Set(row.map(({ isRunning }) => isRunning)).size === 2);
    expect(isMixed, "a running and an ended survey in one row").toBe(columns > 1);
    const first = cards(page).first();
    const box = await first.getByRole("presentation").or(first.locator("img")).first().boundingBox();
    expect(box).toMatchObject({ height: 192 });
  }
  await page.goto("/");
  expect([...origins]).toEqual([baseURL]);
  page.off("request", note);
});

test("an illustration of the category replaces an image that fails to load", async ({ freshPage, expectTrouble }) => {
  expectTrouble(/Failed to load resource|\/images\//);
  const page = await freshPage();
  await page.route("**/images/**", (route) => route.abort());
  await page.goto("/surveysPages?q=dish+brush");
  // Some surveys have the illustration from the start.
  const image = cards(page).filter({ hasText: "dish brush" }).locator("img");
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveAttribute("src", "/categories/cleaning-tools.svg");
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
});

test("Back from a survey restores the list as it was left", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  await page.goto("/surveysPages");
  await page.getByRole("button", { name: /^Show (more|all)/ }).click();
  await expect(cards(page).nth(30)).toBeAttached();
  const count = await cards(page).count();
  const details = cards(page)
    .nth(30)
    .getByRole("link", { name: /^Details/ });
  await details.scrollIntoViewIfNeeded();
  const y = await page.evaluate(() => scrollY);
  expect(y).toBeGreaterThan(1000);
  await details.click();
  await expect(page).toHaveURL(/surveydetails/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(cards(page)).toHaveCount(count);
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - y)).toBeLessThan(300);
});

const votesOf = async (page: Page): Promise<number[]> =>
  (await cards(page).allTextContents()).map((text) => Number(/(\d+) votes? ·/.exec(text)?.[1]));

function expectSorted(numbers: number[], by: (a: number, b: number) => number): void {
  expect(numbers.length).toBeGreaterThan(1);
  expect(numbers).toEqual(numbers.toSorted(by));
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("surveys can be read and searched, and signing in with email and password works and explains mistakes", async ({
    page,
    expectTrouble,
  }) => {
    // The browser's error for resources that this test blocks.
    expectTrouble(/\.js csp$/);
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "voted surveys of 6" })).toBeVisible();
    await expect(cards(page)).toHaveCount(1 + 12);
    await expect(cards(page).nth(1)).toContainText(/Yes\s*\d+ votes?\s*\d+%\s*No\s*\d+ votes?\s*\d+%/);

    await page.goto("/surveysPages");
    await page.getByRole("searchbox").fill("mat");
    await page.getByLabel("Sort").selectOption({ label: "Fewest voters first" });
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/q=mat/);
    expectSorted(await votesOf(page), (a, b) => a - b);

    const survey = await demoSurvey(page.request, "ended");
    await page.goto(`/surveydetails/${survey._id}`);
    await expect(page.getByRole("heading", { level: 1, name: survey.Title })).toBeVisible();
    const counts = [survey.yesVotes ?? 0, survey.noVotes ?? 0].sort((a, b) => b - a);
    await expect(page.getByLabel("Result and vote")).toContainText(`, ${counts.join(" to ")}`);
    await expect(page.getByRole("table", { name: "All votes" }).getByRole("row").nth(1)).toContainText("•••@");

    await page.goto("/login?returnTo=/surveysPages");
    const submit = async (password: string) => {
      await page.getByLabel("Email").fill("user@example.com");
      await page.getByLabel("Password").fill(password);
      await page.locator("form").getByRole("button", { name: "Login" }).click();
    };
    await submit("Wr0ng!word");
    await expect(page.getByRole("alert")).toContainText("Email and password don't match");
    await submit("Passw0rd!");
    await expect(page).toHaveURL("/surveysPages");
    const current = await page.request.get("/api/auth/get-session");
    expect(await current.json()).toMatchObject({ user: { email: "user@example.com" } });
    await page.goto("/login?step=code&error=wrongCode");
    await expect(page.getByRole("alert")).toContainText("That code is wrong");
    await expect(page.getByLabel("Code")).toHaveAttribute("name", "code");
  });
});

test("the theme switch cycles, survives a reload and never flashes", async ({ page, expectTrouble }) => {
  expectTrouble(/\.js/);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: /^Theme: System/ }).click();
  await page.getByRole("button", { name: /^Theme: Light/ }).click();
  await expect(page.getByRole("button", { name: /^Theme: Dark/ })).toBeVisible();
  expect(await ground()).not.toBe(light);
  // Dark from the first moment, before any script of the page runs.
  await page.route("**/assets/**/*.js", (route) => route.abort());
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator(":root")).toHaveAttribute("data-theme", "dark");
  expect(await ground()).not.toBe(light);
});
