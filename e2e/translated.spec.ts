import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { DESKTOP, inEachState, openScreen } from "./openScreen.ts";
import { bearer, type DemoRole, signIn, signUp } from "./people.ts";
import type { Screen } from "./screen.ts";
import { screens } from "./screens.ts";
import { makeLinkSurvey, voteByLink } from "./surveys.ts";
import { translate, waysToTranslate } from "./translator.ts";

// Pages that a browser translates: it replaces the text nodes, which React changes, moves and removes.

const panelOf = (page: Page) => page.getByRole("region", { name: "Result and vote" });

/** The shares and the votes of both answers. */
const sidesOf = (page: Page) => panelOf(page).locator("dl").first();

for (const way of waysToTranslate)
  test(`a translated page votes, changes, copies and never shows an old number (${way})`, async ({
    newSessionPage,
    publishSurvey,
    newClient,
    request,
  }) => {
    const id = await publishSurvey({ title: `Is this translated by ${way}?`, changeable: true });
    const page = await newSessionPage();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await signUp(page.context(), "Trudi Translated");
    await page.goto(`/surveydetails/${id}`);
    await translate(page, way);
    const panel = panelOf(page);
    await panel.getByRole("radio", { name: "Yes" }).check();
    await panel.getByRole("button", { name: "Vote Yes" }).click();
    await expect(panel).toContainText("You voted Yes");
    await expect(panel).toContainText("Yes leads, 1 to 0");

    for (let vote = 0; vote < 3; vote++) {
      const headers = bearer(await signUp(await newClient(), `Vera Voter ${vote}`));
      await expect(await request.post("/api/serveyVoting", { headers, data: { SurveyID: id, vote: 0 } })).toBeOK();
    }
    await expect(panel).toContainText("No leads, 3 to 1");
    await panel.getByRole("button", { name: "Change your vote", exact: true }).click();
    await panel.getByRole("radio", { name: "No" }).check();
    await panel.getByRole("button", { name: "Change to No" }).click();
    await expect(panel).toContainText("Your vote was changed");

    // The button confirms, and is back to normal a moment later.
    await page.getByRole("button", { name: "Share" }).first().click();
    const copy = page.getByRole("button", { name: "Copy link" });
    await copy.click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    await expect(copy).toBeVisible();
    await page.keyboard.press("Escape");

    const translated = (await sidesOf(page).textContent()) ?? "";
    await page.reload();
    await expect(sidesOf(page)).toHaveText(translated);
  });

test("a translated form takes a question with tips and submits it", async ({ newSessionPage }) => {
  const page = await newSessionPage();
  await signIn(page.context(), "surveyor");
  await page.goto("/ask");
  await translate(page);
  const question = page.getByRole("textbox", { name: "Your question" });
  const check = page.getByRole("region", { name: "Question check" });
  await question.fill("Should we buy meat and sell the grill?");
  await expect(check).toContainText("two questions in one");
  await question.fill("Test: Should we sell the grill?");
  await expect(check).not.toContainText("two questions in one");
  await page.getByRole("radio", { name: "Secret ballot" }).check();
  await page.getByRole("textbox", { name: "Names and email addresses" }).fill("Ada, ada@example.org");
  await expect(page.getByText("1 person, with an email address").first()).toBeVisible();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("1 person added.")).toBeVisible();
});

test("a translated page by open link votes, and shows each new total", async ({ page, request, tokenFor }) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is this page translated?", {
    changeable: true,
  });
  await page.goto(`/surveydetails/${id}`);
  await translate(page);
  await page.getByRole("radio", { name: "Yes", exact: true }).check();
  await page.getByRole("button", { name: "Vote Yes" }).click();
  await expect(panelOf(page).getByRole("heading", { name: "You voted Yes" })).toBeVisible();
  await expect(panelOf(page)).toContainText("Yes leads, 1 to 0");
  await voteByLink(request, id, 0);
  await expect(panelOf(page)).toContainText("A tie, 1 to 1");
});

for (const [role, list] of Object.entries(screens) as ["visitor" | DemoRole, Screen[]][])
  test(`@nightly every screen of ${role} works translated, in all its states`, async ({
    newSessionPage,
    newClient,
    tokenFor,
    expectTrouble,
  }) => {
    test.setTimeout(600_000);
    const own = await newSessionPage();
    if (role !== "visitor") await signIn(own.context(), role);
    const openers = { newSessionPage, newClient, tokenFor, expectTrouble, sharedPage: async () => own };
    for (const [index, screen] of list.entries())
      await test.step(screen.name, async () => {
        const { page } = await openScreen(screen, role, { ...openers, reload: true });
        await page.setViewportSize(DESKTOP);
        await translate(page, waysToTranslate[index % waysToTranslate.length]);
        await inEachState(page, screen, async () => {
          await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toHaveCount(0);
        });
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      });
  });
