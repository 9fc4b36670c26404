import type { Page } from "@playwright/test";
import { offeredLanguages } from "@survey-app/texts/languages.ts";
import { isNightly } from "../tools/test/testFiles.ts";
import { PHONE, setFontSize, withLargeTexts, withSpacing } from "./adaptations.ts";
import { checkMoreContrast } from "./checkAxe.ts";
import { collisions } from "./collisions.ts";
import { cutOff } from "./cutOff.ts";
import { expect, test } from "./fixtures.ts";
import { focusHiddenBy } from "./focusInView.ts";
import { unseenFocus } from "./focusLook.ts";
import { moving } from "./moving.ts";
import { DESKTOP, inEachState, openScreen } from "./openScreen.ts";
import type { DemoRole } from "./people.ts";
import type { Screen } from "./screen.ts";
import { fillIds } from "./screenPath.ts";
import { screens } from "./screens.ts";
import { sidewaysScroll } from "./sidewaysScroll.ts";
import { demoSurvey } from "./surveys.ts";
import { unspeakable } from "./voiceNames.ts";

// On one worker, so that each kind of control is checked once.
test.describe.configure({ mode: "default" });

/** 1280 × 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };
/** More than any page has stops of Tab. */
const STOPS_MAX = 250;
/** The screens that are checked by day; at night all are. */
const daily = ["home", "details", "results-ended", "ask"];

for (const [role, list] of Object.entries(screens) as ["visitor" | DemoRole, Screen[]][])
  for (const screen of list.filter(({ name }) => isNightly || daily.includes(name)))
    test(`${screen.name} as ${role} is for every hand and eye`, async ({
      sharedPage,
      newSessionPage,
      newClient,
      tokenFor,
      expectTrouble,
    }) => {
      test.setTimeout(300_000);
      const openers = { sharedPage, newSessionPage, newClient, tokenFor, expectTrouble };
      const { page } = await openScreen(screen, role, openers);
      await inEachState(page, screen, async (name) => {
        expect.soft(await unspeakable(page), `${name}: pressed by voice`).toEqual([]);
        expect.soft(await moving(page), `${name}: with reduced motion`).toEqual([]);
        expect.soft(await poorTables(page), `${name}: tables without a name or headers`).toEqual([]);
        await checkMoreContrast(page, name);
        await checkRoom(page, name);
        expect.soft(await unseenFocus(page), `${name}: the focus can't be seen`).toEqual([]);
      });
    });

/** Checks one language by day, all at night. */
for (const locale of isNightly ? offeredLanguages : (["de"] as const))
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("each control is pressed by the words on it", async ({ sharedPage, request }) => {
      const page = await sharedPage("visitor");
      const { _id } = await demoSurvey(request, "running");
      for (const path of ["/", `/surveydetails/${_id}`, `/surveys/${_id}/results`, "/ask", "/login", "/signup"]) {
        await page.goto(path);
        await expect(page.locator("html")).toHaveAttribute("lang", locale);
        expect.soft(await unspeakable(page), path).toEqual([]);
      }
    });
  });

/** The addresses that the bar and the footer of a visitor's page lead to, in their order. */
const frameLinks = (html: string) =>
  [...html.matchAll(/<(header|footer) class="(?:bar|mt-2)\b.*?<\/\1>/gs)].map(([part]) =>
    [...part.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href?.replace(/\?.*/, "")),
  );

/** Separate documents: those that other sites embed, that are printed, and on which people vote by open link. */
const ownDocuments = /^(embed|flyer|result-waiting$)/;

test("navigation and help stand in the same order at the same place of every page", async ({ request, tokenFor }) => {
  const home = frameLinks(await (await request.get("/")).text());
  expect(home).toHaveLength(2);
  expect(home[1]).toEqual(expect.arrayContaining(["/contact", "/accessibility"]));
  for (const { name, path } of screens.visitor.filter((screen) => !ownDocuments.test(screen.name))) {
    const page = await request.get((await fillIds(path, request, tokenFor)).replace(/#.*/, ""));
    expect(frameLinks(await page.text()), name).toEqual(home);
  }
});

/** The tables without a name, or with a column that lacks a header. */
const poorTables = (page: Page): Promise<string[]> =>
  page.locator("table").evaluateAll((tables) =>
    tables
      .filter((table) => {
        const hasName = table.querySelector("caption") !== null || table.hasAttribute("aria-label");
        const headers = table.querySelectorAll("thead th[scope=col]").length;
        const cells = table.querySelector("tbody tr")?.children.length ?? headers;
        return !hasName || headers !== cells;
      })
      .map((table) => table.outerHTML.slice(0, 200)),
  );

/**
 * Nothing is lost at 400 % zoom, with wide spacing, or with texts twice as large, by the page's button or by the
 * browser; and Tab never stops behind a bar.
 */
async function checkRoom(page: Page, name: string): Promise<void> {
  const expectNothingLost = async (how: string) => {
    await expect.soft.poll(() => sidewaysScroll(page), `${name}: sideways scroll ${how}`).toBe(0);
    expect.soft(await cutOff(page), `${name}: cut off ${how}`).toEqual([]);
    expect.soft(await collisions(page), `${name}: on each other ${how}`).toEqual([]);
  };
  await withSpacing(page, async () => {
    await expectNothingLost("with wide spacing");
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNothingLost("with wide spacing on 320 pixels");
  });
  await page.setViewportSize({ width: 640, height: 800 });
  await withLargeTexts(page, () => expectNothingLost("with texts of 32 pixels"));
  await page.setViewportSize(PHONE);
  await setFontSize(page, 32);
  await expectNothingLost("with a browser's font size of 32 pixels");
  await setFontSize(page, 16);
  await page.setViewportSize(ZOOMED);
  await expectNothingLost("at 400 %");
  expect.soft(await hiddenStops(page), `${name}: behind a bar at 400 %`).toEqual([]);
  await page.setViewportSize(DESKTOP);
}

/** The stops of Tab that can't be seen, from the page's start to its end, and a stop that Tab can't leave. */
async function hiddenStops(page: Page): Promise<string[]> {
  const found = new Set<string>();
  let before = -1;
  let stays = 0;
  for (let stops = 0; stops < STOPS_MAX; stops++) {
    await page.keyboard.press("Tab");
    const hidden = await focusHiddenBy(page);
    if (hidden) found.add(hidden);
    const index = await page.evaluate(() => {
      const all = [...document.querySelectorAll("*")];
      return document.activeElement === document.body ? -1 : all.indexOf(document.activeElement as Element);
    });
    // Tab has wrapped around, or comes back from the browser's own controls.
    if (index < before || index === -1) return [...found];
    stays = index === before ? stays + 1 : 0;
    // A field for a date and a time has a stop for each of their parts.
    if (stays > 8) return [...found, `the focus stays on element ${index}`];
    before = index;
  }
  return [...found, `more than ${STOPS_MAX} stops`];
}
