import type { Page } from "@playwright/test";
import { CROWD, CROWDED_SURVEY } from "./crowd.sql.ts";
import { expect, test } from "./fixtures.ts";
import { type DemoRole, signIn } from "./people.ts";

test.use({ crowd: true });

/** The maximum number of rows that a screen shows before more are requested. */
const PAGE_MAX = 50;

/** Lists, and their minimum number of rows in all. */
const lists: Record<DemoRole | "visitor", [path: string, total: number][]> = {
  visitor: [
    ["/surveysPages", 0.9 * CROWD.surveys],
    ["/surveysPages?sort=asc", 0.9 * CROWD.surveys],
    [`/surveydetails/${CROWDED_SURVEY}`, CROWD.users],
  ],
  user: [
    ["/dashboard/user/surveys", CROWD.votes],
    ["/dashboard/user/my-reports", CROWD.reports],
  ],
  "pro-user": [
    ["/dashboard/user/comments", CROWD.votes],
    ["/dashboard/user/pro/paymentHistory", CROWD.payments / 2],
  ],
  surveyor: [
    ["/surveys", CROWD.surveys],
    ["/dashboard/surveyor/surveys", CROWD.surveys],
    ["/dashboard/surveyor/allupdate", CROWD.surveys],
    ["/dashboard/surveyor/feedbacks", CROWD.feedback],
    [`/dashboard/surveyor/surveys/${CROWDED_SURVEY}`, CROWD.users],
  ],
  admin: [
    ["/dashboard/admin/users", CROWD.users],
    ["/dashboard/admin/surveys", CROWD.surveys],
    ["/dashboard/admin/responses", CROWD.surveys],
    ["/dashboard/user/paymentHistory", CROWD.payments],
  ],
};

/** Screens that show parts of several lists. */
const overviews: Partial<Record<DemoRole | "visitor", string>> = {
  visitor: "/",
  user: "/dashboard/adminHome",
  "pro-user": "/dashboard/adminHome",
  surveyor: "/dashboard/adminHome",
  admin: "/dashboard/adminHome",
};

const rows = (page: Page) => page.getByRole("main").locator("article, tbody tr");
/** The count below the last list: on a survey's page the comments come before the votes. */
const shown = (page: Page) => page.getByText(/^Showing [\d,]+ of /).last();
const more = (page: Page) => page.getByRole("button", { name: /^Show (more|all)/ }).last();

for (const [role, screens] of Object.entries(lists) as [DemoRole | "visitor", [string, number][]][]) {
  test(`@nightly among thousands every screen of the ${role} shows a page and brings more on request`, async ({
    page,
  }) => {
    if (role !== "visitor") await signIn(page.context(), role);
    const overview = overviews[role];
    if (overview) {
      await page.goto(overview);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      expect(await rows(page).count(), overview).toBeLessThanOrEqual(PAGE_MAX);
    }
    for (const [path, atLeast] of screens) {
      await page.goto(path);
      await expect(shown(page), path).toBeVisible();
      const total = Number(((await shown(page).textContent()) ?? "").split(" of ")[1]?.replaceAll(/\D/g, ""));
      expect(total, path).toBeGreaterThanOrEqual(atLeast);
      const before = await rows(page).count();
      expect(before, path).toBeLessThanOrEqual(PAGE_MAX);

      await more(page).click();
      await expect.poll(() => rows(page).count(), path).toBeGreaterThan(before);
      expect(await rows(page).count(), path).toBeLessThanOrEqual(2 * PAGE_MAX);
    }
  });
}

test("@nightly among thousands a search shows exactly the surveys that contain its text", async ({ page }) => {
  const found = rows(page).filter({ hasText: /sponge/i });
  for (const [path, list] of [
    ["/surveysPages", "visitors"],
    ["/dashboard/admin/surveys", "the admin"],
  ] as const) {
    if (list === "the admin") await signIn(page.context(), "admin");
    await page.goto(path);
    await expect(rows(page).filter({ hasNotText: /sponge/i }), list).not.toHaveCount(0);
    await page.goto(`${path}?q=SPONGE`);
    await expect(found, list).not.toHaveCount(0);
    const first = await found.count();
    await expect(rows(page), list).toHaveCount(first);
    await more(page).click();
    await expect.poll(() => found.count(), list).toBeGreaterThan(first);
    await expect(rows(page).filter({ hasNotText: /sponge/i }), list).toHaveCount(0);
  }
  await page.goto("/surveysPages?q=xyzzy");
  await expect(page.getByRole("heading", { name: "No results for “xyzzy”" })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test("@nightly among thousands the admin's dashboard counts all reported surveys, and shows the first", async ({
  page,
}) => {
  await signIn(page.context(), "admin");
  await page.goto("/dashboard/adminHome");
  const reported = page.getByRole("region", { name: /reported surveys$/ });
  await expect(reported).toBeVisible();
  const total = Number.parseInt((await reported.getByRole("heading").textContent()) ?? "", 10);
  expect(total).toBeGreaterThanOrEqual(CROWD.reports);
  await expect(reported.getByRole("listitem")).toHaveCount(5);
  await expect(reported).toContainText(`and ${total - 5} more`);
});

test("@nightly among thousands a list that one stream can't carry follows the cards in view", async ({ page }) => {
  /** The surveys of each stream that was opened. */
  const streams: string[][] = [];
  page.on("request", (request) => {
    const ids = new URL(request.url()).searchParams.get("surveys");
    if (ids && request.resourceType() === "eventsource") streams.push(ids.split(","));
  });
  await page.goto("/surveysPages");
  await expect.poll(() => streams.length).toBeGreaterThan(0);
  while ((await rows(page).count()) <= 200) {
    const before = await rows(page).count();
    await more(page).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
  }
  const last = (await rows(page).last().getAttribute("data-survey")) ?? "";
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => streams.at(-1)).toHaveLength(100);
  await expect.poll(() => streams.at(-1)).toContain(last);
  expect(last).not.toBe("");
});
