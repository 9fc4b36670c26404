import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectStill, paintBeforeScripts, watchPresses } from "./movement.ts";
import { type DemoRole, signIn } from "./people.ts";

/** A phone with the browser's bars. */
test.use({ viewport: { width: 390, height: 664 } });

const TITLE = "Does anything move?";
const panelOf = (page: Page) => page.getByRole("region", { name: "Result and vote" });

/** Waits until nothing on a survey's page is still loading. */
async function settle(page: Page): Promise<void> {
  // Deferred parts load when someone uses the page.
  await page.mouse.move(10, 10);
  await expect(panelOf(page).getByRole("button", { name: /^Check that/ })).toBeEnabled();
  await expect(panelOf(page).getByRole("button", { name: "Live · Pause" })).toBeVisible();
  await expect(page.locator(".skeleton").filter({ visible: true })).toHaveCount(0);
}

/**
 * Votes, and prints how long the page took to respond to a press. That isn't checked, because it depends on the
 * machine.
 */
async function vote(page: Page): Promise<void> {
  const longestPress = await watchPresses(page);
  await panelOf(page).getByRole("radio", { name: "Yes" }).check();
  await panelOf(page).getByRole("button", { name: "Vote Yes" }).click();
  await expect(panelOf(page).getByRole("heading", { name: /^You voted/ })).toBeVisible();
  process.stdout.write(`${test.info().title}\n  longest press: ${await longestPress()} ms\n`);
}

/** A page that is read from an empty cache, and painted before it is hydrated. */
const tests = test.extend<{ openAs(role: DemoRole | "visitor"): Promise<Page> }>({
  openAs: async ({ freshPage }, use) => {
    const opened: Page[] = [];
    await use(async (role) => {
      const page = await freshPage();
      if (role !== "visitor") {
        await signIn(page, role);
        // The browser knows from an earlier visit that someone is signed in.
        await page.goto("/contact");
      }
      await paintBeforeScripts(page);
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.unrouteAll({ behavior: "ignoreErrors" });
  },
});

tests("nothing moves on a survey's page that a visitor opens", async ({ openAs, publishSurvey }) => {
  const page = await openAs("visitor");
  await page.goto(`/surveydetails/${await publishSurvey({ title: TITLE })}`);
  await settle(page);
  await expectStill(page);
});

tests("nothing moves on a survey's page that a surveyor opens on a desktop", async ({ openAs, publishSurvey }) => {
  const page = await openAs("surveyor");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/surveydetails/${await publishSurvey({ title: TITLE })}`);
  await settle(page);
  await expectStill(page);
});

for (const role of ["user", "surveyor"] as const)
  tests(`nothing moves on a survey's page that a ${role} opens`, async ({ openAs, publishSurvey }) => {
    const page = await openAs(role);
    await page.goto(`/surveydetails/${await publishSurvey({ title: TITLE })}`);
    await expect(panelOf(page).getByRole("button", { name: "Vote", exact: true })).toBeVisible();
    await settle(page);
    await expectStill(page);
    await vote(page);
  });

for (const role of ["visitor", "user"] as const)
  tests(
    `nothing moves for a ${role} when an answer is kept that was picked on a card`,
    async ({ openAs, publishSurvey }) => {
      const page = await openAs(role);
      const title = `Is it kept for a ${role}?`;
      const id = await publishSurvey({ title });
      await page.goto(`/surveysPages?q=${encodeURIComponent(title)}`);
      await expect(page.getByRole("button", { name: "Live · Pause" })).toBeVisible();
      await expectStill(page, "the list");
      // The page is painted. Holding back the scripts that the press loads would delay its effect beyond the half
      // second in which Chromium attributes every shift to the press.
      await page.unrouteAll({ behavior: "wait" });
      await page.getByRole("link", { name: `Yes: Test: ${title}` }).click();
      await expect(panelOf(page)).toBeVisible();
      // On a busy machine the press takes more than that half second to replace the list.
      const since = await page.evaluate(() => performance.now());
      await settle(page);
      await expectStill(page, "after the press", { since });
      await paintBeforeScripts(page);
      await page.goto(`/surveydetails/${id}`);
      await settle(page);
      await expect(panelOf(page).getByText("You picked Yes. Not cast yet.")).toBeVisible();
      await expectStill(page, "after a reload");
    },
  );

for (const section of ["", "/people", "/share", "/settings"])
  tests(`nothing moves on the owner's page of a survey${section}`, async ({ openAs, publishSurvey }) => {
    const page = await openAs("surveyor");
    await page.goto(`/dashboard/surveys/${await publishSurvey({ title: TITLE })}${section}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(TITLE);
    await expect(page.getByRole("region", { name: "Next step" })).toBeVisible();
    if (section === "") await expect(page.getByRole("button", { name: "Live · Pause" })).toBeVisible();
    await expect(page.locator(".skeleton").filter({ visible: true })).toHaveCount(0);
    await expectStill(page);
  });
