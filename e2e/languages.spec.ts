import type { Page } from "@playwright/test";
import { offeredLanguages } from "@survey-app/texts/languages.ts";
import { isNightly } from "../tools/test/testFiles.ts";
import { checkAxe } from "./checkAxe.ts";
import { cutOff } from "./cutOff.ts";
import { expect, type Fixtures, test } from "./fixtures.ts";
import { followLink } from "./followLink.ts";
import { loneStops } from "./loneStops.ts";
import { type DemoRole, signUp } from "./people.ts";
import type { Screen } from "./screen.ts";
import { fillIds } from "./screenPath.ts";
import { screens } from "./screens.ts";
import { wordsOutsideCatalogs } from "./wordsOutsideCatalogs.ts";

// Distributes the screens over the workers.
test.describe.configure({ mode: "parallel" });
// The last one is the language of tests: accents, brackets around each text, and 40 % longer.
test.use({ serverEnv: { LANGUAGES: [...offeredLanguages, "en-XA"].join(",") } });

/** A page that fits in the narrowest window mostly fits in others, so the other widths are checked at night. */
const widths = isNightly ? [1280, 390, 320] : [320];
/** The screens that are checked by day; at night all are. */
const daily = ["home", "details", "results-ended", "vote", "profile", "own-survey", "users"];
const checked = (Object.entries(screens) as ["visitor" | DemoRole, Screen[]][]).flatMap(([role, list]) =>
  list.filter(({ name }) => isNightly || daily.includes(name)).map((screen) => ({ role, screen })),
);

type Openers = Pick<Fixtures, "sharedPage" | "newSessionPage" | "tokenFor">;

/** Opens a screen in the browser's language. Its states are reached by English names, so only the first is seen. */
async function open({ role, screen }: (typeof checked)[number], t: Openers): Promise<Page> {
  const page = screen.asNewUser ? await t.newSessionPage() : await t.sharedPage(role);
  if (screen.asNewUser) await signUp(page.context(), "Nina New");
  const path = await fillIds(screen.path, page.request, t.tokenFor);
  // As in look.spec.ts: the server renders a visitor's page.
  if (role === "visitor" || page.url() === "about:blank" || screen.asNewUser) await page.goto(path);
  else await followLink(page, path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.locator(".skeleton")).toHaveCount(0);
  return page;
}

async function expectNothingCutOff(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect.soft.poll(() => cutOff(page), `cut off at ${width} px`).toEqual([]);
    expect.soft(await loneStops(page), `a line that begins with a stop at ${width} px`).toEqual([]);
  }
}

test.describe("in the language of tests", () => {
  test.use({ locale: "en-XA" });

  for (const each of checked)
    test(`${each.screen.name} as ${each.role} has all words from catalogs, and room for longer ones`, async ({
      sharedPage,
      newSessionPage,
      tokenFor,
      expectTrouble,
    }) => {
      if (each.screen.trouble) expectTrouble(each.screen.trouble);
      const page = await open(each, { sharedPage, newSessionPage, tokenFor });
      await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
      expect.soft(await wordsOutsideCatalogs(page)).toEqual([]);
      await expectNothingCutOff(page);
    });
});

test.describe("in Arabic", () => {
  test.use({ locale: "ar" });

  for (const each of checked)
    test(`${each.screen.name} as ${each.role} is accessible from right to left`, async ({
      sharedPage,
      newSessionPage,
      tokenFor,
      expectTrouble,
    }) => {
      if (each.screen.trouble) expectTrouble(each.screen.trouble);
      const page = await open(each, { sharedPage, newSessionPage, tokenFor });
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await expectNothingCutOff(page);
      await checkAxe(page, { withFrame: each.screen.name === "home" });
    });
});
