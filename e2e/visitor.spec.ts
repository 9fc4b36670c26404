import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { demoSurvey } from "./surveys.ts";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
/** "Showing 24 of 45" */
const shown = (page: Page) => page.getByRole("status").filter({ hasText: "Showing" });

test("@phone the home page has its five sections in order", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  await page.goto("/");
  await expect(page).toHaveTitle("Survey App || Home");
  const sections = page.locator("main > section");
  await expect(sections).toHaveCount(5);
  await expect(sections.nth(0).getByRole("link", { name: "Get Survey-02" })).toHaveAttribute("href", "/surveysPages");
  for (const [place, heading] of [
    [1, "voted surveys of 6"],
    [2, "recently surveys of 6"],
  ] as const) {
    await expect(sections.nth(place).getByRole("heading", { level: 2, name: heading })).toBeVisible();
    await expect(sections.nth(place).getByRole("article")).toHaveCount(6);
  }

  const [running] = await sections.nth(0).getByRole("heading", { level: 2 }).allTextContents();
  await expect(sections.nth(1).getByRole("heading", { level: 3 }).first()).not.toHaveText(running ?? "");
  // Surveys with a hidden result are not the first thing that people see.
  await expect(sections.nth(0)).toContainText(/Yes\s*\d+%/);
  for (const choice of ["Yes", "No"])
    await expect(sections.nth(0).getByRole("link", { name: `${choice}: ${running}`, exact: true })).toBeVisible();

  const entries = sections.nth(3).locator("details");
  await expect(entries).toHaveCount(3);
  await entries.nth(1).locator("summary").click();
  await expect(entries.nth(1).getByRole("paragraph")).toBeVisible();
  await expect(entries.nth(0).getByRole("paragraph")).toBeHidden();

  const tabs = sections.nth(4).getByRole("tab");
  await expect(tabs).toHaveText(["Introduction", "feedback", "Tinsights", "Analysis", "Experience", "Conclusion"]);
  await tabs.nth(3).click();
  await expect(page.getByRole("tabpanel", { name: "Analysis" })).toBeVisible();
  await expect(page.getByRole("tabpanel", { name: "Introduction" })).toBeHidden();

  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Stay connected with us:");
  await expect(footer.getByRole("link", { name: "opens in a new tab" })).toHaveCount(3);
  await expect(footer).toContainText("All rights reserved");
});

test("the grid has one, two or three columns; card images are 12rem high, and thumbnails on a phone", async ({
  sharedPage,
}) => {
  const page = await sharedPage("visitor");
  for (const [width, columns] of [
    [390, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/surveysPages");
    // Below 1024 px the bar has not enough room for its links.
    await expect(page.getByRole("button", { name: "Menu" })).toBeVisible({ visible: width < 1024 });
    const tops = await cards(page).evaluateAll((all) =>
      all.slice(0, 6).map((card) => card.getBoundingClientRect().top),
    );
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
    const box = await cards(page)
      .first()
      .getByRole("presentation")
      .or(cards(page).first().locator("img"))
      .first()
      .boundingBox();
    // Six screens of a phone show 24 surveys.
    if (columns === 1) expect(box).toMatchObject({ width: 96 });
    else expect(box).toMatchObject({ height: 192 });
  }
});

test("@phone the home page takes at most five screens of a phone, and the list six", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, screens] of [
    ["/", 5],
    ["/surveysPages", 6],
  ] as const) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThanOrEqual(screens * 844);
  }
});

test("cards of one row align, whether the survey runs or has ended", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  // By votes, running and ended surveys are mixed.
  await page.goto("/surveysPages?sort=desc");
  const placed = await cards(page).evaluateAll((all) =>
    all.map((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      const details = card.querySelector("a[aria-label^=Details]")?.getBoundingClientRect().top;
      return { top, place: [bottom, details], isRunning: card.textContent?.includes("continiu") };
    }),
  );
  const rows = [...Map.groupBy(placed, ({ top }) => top).values()];
  expect(rows.filter((row) => new Set(row.map(({ isRunning }) => isRunning)).size === 2)).not.toHaveLength(0);
  for (const row of rows) expect(new Set(row.map(({ place }) => String(place))).size).toBe(1);
});

test("an illustration of the category replaces an image that fails to load", async ({ freshPage, expectTrouble }) => {
  expectTrouble(/Failed to load resource|\/images\//);
  const page = await freshPage();
  await page.route("**/images/**", (route) => route.abort());
  await page.goto("/surveysPages?category=Cleaning+Tools");
  const image = cards(page).first().locator("img");
  await expect(image).toHaveAttribute("src", "/categories/cleaning-tools.svg");
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
});

test("the listing is filtered, sorted, searched and paginated, all in the URL, and Back restores it", async ({
  sharedPage,
}) => {
  const page = await sharedPage("visitor");
  const count = async (query = "") =>
    Number((await page.request.get(`/api/allSuryesPage${query}`)).headers()["x-total-count"]);
  const total = await count();
  await page.goto("/surveysPages");
  await expect(page).toHaveTitle("Survey App || All Surveys");
  await expect(shown(page)).toHaveText(`Showing 24 of ${total}`);
  await expect(cards(page)).toHaveCount(24);
  // Other journeys on this server have added some.
  for (let rows = 24; rows < total; rows += 24) {
    await page.getByRole("button", { name: /^Show (more|all)/ }).click();
    await expect(cards(page)).toHaveCount(Math.min(rows + 24, total));
  }
  await expect(shown(page)).toHaveText(`Showing ${total} of ${total}`);
  await expect(cards(page)).toHaveCount(total);
  await expect(page.getByRole("button", { name: /^Show (more|all)/ })).toHaveCount(0);

  await page.getByLabel("Category").selectOption({ label: "Cleaning" });
  await expect(page).toHaveURL(/category=Cleaning(\+|%20)Tools/);
  const inCategory = Math.min(24, await count("?category=Cleaning%20Tools"));
  expect(inCategory).toBeLessThan(total);
  await expect(cards(page)).toHaveCount(inCategory);
  for (const text of await cards(page).allTextContents()) expect(text).toMatch(/^Cleaning/);

  await page.getByLabel("Sort").selectOption({ label: "Most votes first" });
  await expect(page).toHaveURL(/sort=desc/);
  await expect(async () => expectSorted(await votesOf(page), (a, b) => b - a)).toPass();
  await page.getByLabel("Sort").selectOption({ label: "Fewest votes first" });
  await expect(page).toHaveURL(/sort=asc/);
  await expect(async () => expectSorted(await votesOf(page), (a, b) => a - b)).toPass();

  // The longest word of the first survey: other tests on this server vote, and add surveys of their own.
  const title = (await cards(page).getByRole("heading").first().textContent()) ?? "";
  const [word = ""] = (title.match(/\w+/g) ?? []).sort((a, b) => b.length - a.length);
  expect(word).not.toBe("");
  await page.getByRole("searchbox").fill(word);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
  await page.getByRole("searchbox").fill("xyzzy nowhere");
  await page.getByRole("searchbox").press("Enter");
  await expect(page.getByRole("heading", { name: "No results for “xyzzy nowhere”" })).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeFocused();

  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue(word);
  await expect(page.getByRole("heading", { name: "No results for “xyzzy nowhere”" })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/sort=asc/);
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(page.getByLabel("Category")).toHaveValue("Cleaning Tools");
  await expect(page.getByLabel("Sort")).toHaveValue("votes.asc");
  await expect(cards(page)).toHaveCount(inCategory);

  // The URL alone restores the same list.
  const titles = await cards(page).getByRole("heading").allTextContents();
  await page.reload();
  await expect(cards(page).getByRole("heading")).toHaveText(titles);
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

test("@phone a visitor reads a survey, its totals and its votes, and sees Login instead of the vote button", async ({
  sharedPage,
}) => {
  const page = await sharedPage("visitor");
  const survey = await demoSurvey(page.request, "running");
  await page.goto(`/surveydetails/${survey._id}`);
  await expect(page).toHaveTitle(`Survey App || ${survey.Title}`);
  await expect(page.getByRole("heading", { level: 1, name: survey.Title })).toBeVisible();
  const panel = page.getByLabel("Result and vote");
  await expect(panel).toContainText(`${survey.yesVotes} votes`);
  await expect(panel).toContainText(`${survey.noVotes} votes`);
  await expect(panel.getByText("Sign up or log in to vote")).toBeVisible();
  await expect(panel.getByRole("link", { name: "Log in" })).toHaveAttribute(
    "href",
    `/login?returnTo=${encodeURIComponent(`/surveydetails/${survey._id}`)}`,
  );
  await expect(panel.getByRole("button", { name: /Vote|Confirm/ })).toHaveCount(0);

  const table = page.getByRole("table", { name: "All votes" });
  const rows = table.getByRole("row");
  await expect(rows.nth(1)).toContainText("•••@e•••.org");
  expect(await table.textContent()).not.toMatch(/@example/);
  await expect(shown(page)).toHaveText(`Showing ${Math.min(24, survey.totalVotes)} of ${survey.totalVotes}`);
});

test("the votes table has the spec's five columns and pages through all votes", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  const [most] = (await (await page.request.get("/api/vote/collection")).json()) as [
    { _id: string; totalVotes: number },
  ];
  await page.goto(`/surveydetails/${most._id}`);
  const table = page.getByRole("table", { name: "All votes" });
  await expect(table.getByRole("columnheader")).toHaveText(["Name", "Email", "Vote", "Report", "Comments"]);
  await expect(table.getByRole("row")).toHaveCount(1 + 24);
  await page.getByRole("button", { name: /^Show (more|all)/ }).click();
  await expect(table.getByRole("row")).toHaveCount(1 + most.totalVotes);
});

test("a survey that has ended says so to visitors too", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  const survey = await demoSurvey(page.request, "ended");
  await page.goto(`/surveydetails/${survey._id}`);
  await expect(page.getByText("end", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "ended" })).toBeDisabled();
  await expect(page.getByText(/Voting ended on \d{2}-\d{2}-\d{4}\./)).toBeVisible();
  await expect(page.getByLabel("Result and vote")).toContainText(`of ${survey.totalVotes} votes`);
});

test("the server's HTML has the page's title, once", async ({ request }) => {
  for (const [path, title] of [
    ["/", "Home"],
    ["/login", "Login"],
    ["/signup", "Signup"],
    ["/surveysPages", "All Surveys"],
  ] as const) {
    const html = await (await request.get(path)).text();
    expect(html.match(/<title>[^<]*<\/title>/g), path).toEqual([`<title>Survey App || ${title}</title>`]);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in with email and password works, and a wrong password is explained", async ({
    page,
    expectTrouble,
  }) => {
    expectTrouble(/\.js csp$/);
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

  test("cards, totals, the survey and its votes can be read, and the list can be searched", async ({
    page,
    expectTrouble,
  }) => {
    // The browser's error for resources that this test blocks.
    expectTrouble(/\.js csp$/);
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "voted surveys of 6" })).toBeVisible();
    await expect(cards(page)).toHaveCount(1 + 12);
    await expect(cards(page).nth(1)).toContainText(/Yes\s*\d+%\s*\d+ votes?\s*No\s*\d+%/);

    await page.goto("/surveysPages");
    await page.getByRole("searchbox").fill("mat");
    await page.getByLabel("Sort").selectOption({ label: "Fewest votes first" });
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/q=mat/);
    expectSorted(await votesOf(page), (a, b) => a - b);

    const survey = await demoSurvey(page.request, "ended");
    await page.goto(`/surveydetails/${survey._id}`);
    await expect(page.getByRole("heading", { level: 1, name: survey.Title })).toBeVisible();
    await expect(page.getByLabel("Result and vote")).toContainText(`of ${survey.totalVotes} votes`);
    await expect(page.getByRole("table", { name: "All votes" }).getByRole("row").nth(1)).toContainText("•••@");
  });
});

test("the first load requests nothing that the server has already rendered, and nothing from other hosts", async ({
  page,
  baseURL,
}) => {
  const requests: URL[] = [];
  page.on("request", (request) => {
    // Images drawn into the page itself cause no request.
    if (!request.url().startsWith("data:")) requests.push(new URL(request.url()));
  });
  const survey = await demoSurvey(page.request, "running");
  for (const path of ["/", "/surveysPages?sort=asc", `/surveydetails/${survey._id}`, "/login", "/signup"]) {
    // The page before must not ask for anything any more.
    await page.goto("about:blank");
    requests.length = 0;
    await page.goto(path);
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    // The session's response has arrived, and queries are sent before it: one more task, and all of them have been.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    const calls = requests.map(({ pathname }) => pathname).filter((asked) => asked.startsWith("/api"));
    // Data that will change is streamed, not requested.
    expect(calls.filter((asked) => asked.endsWith("/events")).length, path).toBeLessThanOrEqual(1);
    // The login page offers passkeys in the suggestions of its email field.
    const expected = calls.filter((asked) => !asked.endsWith("/events") && asked !== "/api/auth/passkey/challenge");
    expect(expected, path).toEqual(["/api/auth/get-session"]);
    expect([...new Set(requests.map(({ origin }) => origin))], path).toEqual([baseURL]);
  }
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
