import type { Page } from "@playwright/test";
import { findDrift } from "./drift.ts";
import { expect, test } from "./fixtures.ts";

test("a page that differs from all others is found", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  await page.goto("/surveysPages");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await findDrift(page)).toEqual([]);
  await style(
    page,
    `.frame.page { max-width: 60rem; }
    .page > :first-child { margin-top: 2rem; }
    .choice { min-height: 2.5rem; }
    .choice[aria-current] { background: black; }`,
  );
  expect(await findDrift(page)).toEqual([
    "The column is 880 px wide.",
    "The first content begins at 151 px.",
    expect.stringMatching(/^a "All" is 40 px high/),
    expect.stringMatching(/^a "Open" is 40 px high/),
    expect.stringMatching(/^a "Ended" is 40 px high/),
    expect.stringMatching(/^a "In my languages" is 40 px high/),
    'a "All" is selected in a look of its own.',
  ]);
  await page.goto("/login");
  await style(page, ".page { padding-top: 4rem; }");
  expect(await findDrift(page)).toEqual(["The column begins at 128 px."]);
});

test("the page of components shows what all pages share", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  await page.goto("/sandbox/ui");
  await expect(page.getByRole("region", { name: "Columns" })).toBeVisible();
  expect(await findDrift(page)).toEqual([]);
});

/** Adds rules to the page, whose Content Security Policy refuses inline ones. */
const style = (page: Page, rules: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, rules);
