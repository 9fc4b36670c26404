import type { Page } from "@playwright/test";
import { PHONE } from "./adaptations.ts";
import { expect, test } from "./fixtures.ts";
import { expectStill } from "./movement.ts";
import { openScreen } from "./openScreen.ts";
import { bearer, type DemoRole, signUp } from "./people.ts";
import type { Screen } from "./screen.ts";
import { screens } from "./screens.ts";

// The specification's rules about the look of screens, which only a browser can show.

const DESKTOP = { width: 1280, height: 800 };

for (const size of [DESKTOP, PHONE])
  test(`the publication dialog opens at its heading with the feedback field in view, at ${size.width} px`, async ({
    sharedPage,
    publishSurvey,
  }) => {
    const title = `Is all of this in view at ${size.width}?`;
    await publishSurvey({ title, description: "A long story. ".repeat(200) });
    const page = await sharedPage("admin");
    await page.setViewportSize(size);
    for (const action of ["unpublish", "publish"]) {
      await page.goto(`/dashboard/admin/surveys?q=${encodeURIComponent(title)}`);
      await page.getByRole("button", { name: `${action}: Test: ${title}` }).click();
      const dialog = page.getByRole("dialog");
      const feedback = dialog.getByRole("textbox", { name: /^Feedback/ });
      await expect(dialog.getByRole("heading", { level: 2 }).first()).toBeInViewport({ ratio: 1 });
      await expect(feedback).toBeInViewport({ ratio: 0.9 });
      expect(await dialog.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
      if (action === "unpublish") {
        await dialog.getByLabel("Reason").selectOption({ index: 1 });
        await feedback.fill("Against the rules.");
        await dialog.getByRole("button", { name: "unpublish" }).click();
        await expect(dialog).toHaveCount(0);
      } else await page.keyboard.press("Escape");
    }
  });

test("card images have 12rem in the specification's grids: one column on a phone, two and three on wider screens", async ({
  sharedPage,
}) => {
  const page = await sharedPage("visitor");
  for (const path of ["/", "/surveysPages"])
    for (const [width, columns] of [
      [390, 1],
      [768, 2],
      [1280, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      const cards = page.locator(".card");
      await expect(cards.nth(2)).toBeAttached();
      const boxes = await cards.evaluateAll((all) =>
        all.slice(0, 3).map((card) => ({
          left: card.getBoundingClientRect().left,
          picture: card.querySelector(".card-picture")?.getBoundingClientRect().height,
        })),
      );
      expect(new Set(boxes.map(({ left }) => left)).size, `${path} at ${width} px`).toBe(columns);
      expect(boxes.map(({ picture }) => picture)).toEqual([192, 192, 192]);
    }
});

test("on a phone, a vote's line has name and vote, with email and the labeled comment smaller below", async ({
  sharedPage,
  publishSurvey,
  tokenFor,
}) => {
  const id = await publishSurvey({ title: "Does a vote fit in two lines?" });
  const page = await sharedPage("pro-user");
  await page.setViewportSize(PHONE);
  await page.goto(`/surveydetails/${id}`);
  const headers = bearer(await tokenFor("pro-user"));
  const { label } = await (await page.request.get(`/api/surveys/${id}/results`)).json();
  const data = { SurveyID: id, vote: 1, comments: "Two lines are enough.", question: label.questionHash };
  await expect(await page.request.post("/api/serveyVoting", { headers, data })).toBeOK();
  // A visitor sees the address masked, and all five columns.
  const visitor = await sharedPage("visitor");
  await visitor.setViewportSize(PHONE);
  const row = visitor.getByRole("row").filter({ hasText: "Two lines are enough." });
  // For a moment visitors still get the page from before the vote.
  await expect(async () => {
    await visitor.goto(`/surveydetails/${id}`);
    await expect(row).toBeVisible({ timeout: 2000 });
  }).toPass();
  // Without its label, a comment could be mistaken for a report.
  await expect(row.getByText("Comments", { exact: true })).toBeVisible();
  await expect(row.getByText("Email", { exact: true })).toBeHidden();
  const look = await row.getByRole("cell").evaluateAll((cells) =>
    cells
      .filter((cell) => cell.getClientRects().length > 0)
      .map((cell) => ({
        text: cell.textContent,
        top: Math.round(cell.getBoundingClientRect().bottom),
        size: getComputedStyle(cell).fontSize,
      })),
  );
  expect(look).toHaveLength(4);
  const [name, email, vote, comment] = look;
  expect(email?.text).toMatch(/•/);
  expect(Math.abs(Number(name?.top) - Number(vote?.top))).toBeLessThan(12);
  expect(Number(email?.top)).toBeGreaterThan(Number(vote?.top));
  expect(Number(comment?.top)).toBeGreaterThan(Number(email?.top));
  expect([email?.size, comment?.size]).toEqual(["14px", "14px"]);
});

test("another site's image that fails shows its placeholder, and never a broken picture before", async ({
  freshPage,
  publishSurvey,
  tokenFor,
  expectTrouble,
}) => {
  expectTrouble(/images\.invalid|ERR_FAILED/);
  const image = "https://images.invalid/none.png";
  const id = await publishSurvey({ title: "Is its picture gone?", image });
  const page = await freshPage();
  const run = await holdScripts(page);
  await page.route("https://images.invalid/**", (route) => route.abort());
  await page.goto(`/surveydetails/${id}`, { waitUntil: "commit" });
  const failed = page.locator(`img[src="${image}"]`);
  // It has failed, and the scripts are still held back.
  await expect.poll(() => failed.evaluate((each: HTMLImageElement) => each.complete)).toBe(true);
  await expect(failed).toHaveCSS("opacity", "0");
  run();
  await expect(failed).toHaveCount(0);
  await expect(page.locator('main img[src*="/categories/"]').first()).toHaveCSS("opacity", "1");
  await page.unrouteAll({ behavior: "wait" });
  await deleteSurvey(id, page, await tokenFor("admin"));
});

test("another site's image shows as soon as it has loaded, before the page's scripts", async ({
  freshPage,
  publishSurvey,
  tokenFor,
}) => {
  const image = "https://images.invalid/one.svg";
  const id = await publishSurvey({ title: "Is its picture there?", image });
  const page = await freshPage();
  const run = await holdScripts(page);
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><rect width="16" height="9"/></svg>';
  await page.route("https://images.invalid/**", (route) => route.fulfill({ contentType: "image/svg+xml", body }));
  await page.goto(`/surveydetails/${id}`, { waitUntil: "commit" });
  const loaded = page.locator(`img[src="${image}"]`);
  await expect.poll(() => loaded.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
  await expect(loaded).toHaveCSS("opacity", "1");
  run();
  await page.unrouteAll({ behavior: "wait" });
  await deleteSurvey(id, page, await tokenFor("admin"));
});

test("the phone's menu has two groups, Site and Dashboard, each with its Home", async ({ sharedPage }) => {
  const page = await sharedPage("surveyor");
  await page.setViewportSize(PHONE);
  for (const path of ["/", "/dashboard/adminHome"]) {
    await page.goto(path);
    await page.getByRole("button", { name: /Menu$/ }).click();
    const menu = page.getByRole("navigation", { name: "Menu" });
    await expect(menu.getByRole("heading")).toHaveText(["Site", "Dashboard"]);
    const homes = menu.getByRole("link", { name: "Home", exact: true });
    await expect(homes).toHaveCount(2);
    expect(await homes.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
      "/",
      "/dashboard/adminHome",
    ]);
    await expect(menu.getByRole("link", { name: "Your surveys" })).toHaveAttribute("href", "/surveys");
    await page.keyboard.press("Escape");
  }
});

test("the dashboard's footer says Stay connected with us: beside its three icons", async ({ sharedPage }) => {
  const page = await sharedPage("user");
  await page.setViewportSize(DESKTOP);
  await page.goto("/dashboard/adminHome");
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByText("Stay connected with us:")).toBeVisible();
  await expect(footer.getByRole("link", { name: /new tab/ })).toHaveCount(3);
});

/** Deletes a survey, because every list with it would load its picture from another site. */
async function deleteSurvey(id: string, page: Page, admin: string): Promise<void> {
  // Its page would load the survey again when it is gone, and get a 404.
  await page.goto("about:blank");
  await expect(await page.request.delete(`/api/surveys/${id}`, { headers: bearer(admin) })).toBeOK();
}

/** Holds back the scripts of the pages that `page` opens until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let run = () => {};
  const mayRun = new Promise<void>((resolve) => {
    run = resolve;
  });
  await page.route(/\/assets\/.+\.js$/, async (route) => {
    await mayRun;
    await route.continue();
  });
  return run;
}

/** The state of a screen when it is loaded, not a state after a press. */
const opened = Object.entries(screens).flatMap(([role, list]) =>
  (list as Screen[])
    .filter(({ asNewUser, trouble }) => !asNewUser && !trouble)
    .map((screen) => ({ role: role as "visitor" | DemoRole, screen })),
);

for (const [name, size] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
  for (const role of ["visitor", "user", "pro-user", "surveyor", "admin"] as const)
    test(`nothing moves while a ${role}'s screens load on a ${name}`, async ({
      sharedPage,
      newSessionPage,
      newClient,
      tokenFor,
      expectTrouble,
    }) => {
      test.slow();
      const openers = { sharedPage, newSessionPage, newClient, tokenFor, expectTrouble };
      const moved: string[] = [];
      for (const { screen } of opened.filter((each) => each.role === role)) {
        const { page, path } = await openScreen(screen, role, openers);
        await page.setViewportSize(size);
        await page.goto(path);
        await settle(page, screen);
        await expectStill(page, screen.name, { most: 0.05 }).catch((error: Error) =>
          moved.push(error.message.slice(0, 1500)),
        );
      }
      expect(moved).toEqual([]);
    });

test("nothing moves on the dashboard of a user whose first question awaits review", async ({ newSessionPage }) => {
  const page = await newSessionPage();
  const headers = bearer(await signUp(page.context(), "Nora Newcomer"));
  const data = { Title: "Test: Does it wait?", category: "Cleaning Tools", image: "/categories/cleaning-tools.svg" };
  await expect(await page.request.post("/api/surveyor-requests", { headers, data })).toBeOK();
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await page.goto("/dashboard/adminHome");
    await expect(page.getByRole("heading", { level: 2, name: "Your question awaits review" })).toBeVisible();
    await expect(page.locator(".skeleton").filter({ visible: true })).toHaveCount(0);
    await expectStill(page, "dashboard", { most: 0.05 });
  }
});

async function settle(page: Page, { heading }: Screen): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  await expect(page.locator(".skeleton").filter({ visible: true })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}
