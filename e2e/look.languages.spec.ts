import { join } from "node:path";
import type { Page } from "@playwright/test";
import { offeredLanguages } from "@survey-app/texts/languages.ts";
import { expect, test } from "./fixtures.ts";
import { signIn, signUp } from "./people.ts";
import { demoSurvey } from "./surveys.ts";

/** Six screens in every language for people to look at, in Arabic also in dark: `npm run screenshots`. */
const folder = process.env.SCREENSHOTS === "1" ? join(import.meta.dirname, "../screenshots/languages") : null;
const sizes = [
  { name: "desktop", width: 1280, height: 800 },
  { name: "phone", width: 390, height: 664 },
];

test.describe.configure({ mode: "parallel" });

for (const locale of offeredLanguages)
  test.describe(`in ${locale}`, () => {
    test.skip(folder === null, "only for pictures");
    test.use({ locale });

    test("six screens", async ({ page, context, newSessionPage, publishSurvey }) => {
      test.setTimeout(120_000);
      const takePictures = async (from: Page, name: string) => {
        for (const { name: size, ...viewport } of sizes) {
          await from.setViewportSize(viewport);
          for (const theme of locale === "ar" ? (["dark", "light"] as const) : (["light"] as const)) {
            await from.emulateMedia({ colorScheme: theme });
            const file = `${name}-${size}-${locale}${theme === "dark" ? "-dark" : ""}.png`;
            await from.screenshot({ path: join(folder ?? "", file), fullPage: true });
          }
        }
      };
      const running = await demoSurvey(context.request, "running");
      const ended = await demoSurvey(context.request, "ended");
      for (const [name, path] of [
        ["home", "/"],
        ["survey", `/surveydetails/${running._id}`],
        ["ask", "/ask"],
        ["result", `/surveys/${ended._id}/results`],
      ] as const) {
        await page.goto(path, { waitUntil: "networkidle" });
        await takePictures(page, name);
      }
      await signUp(context, "Nina New");
      await page.goto(`/surveydetails/${await publishSurvey()}`);
      // Whatever the language, Yes is the first answer.
      await page.locator('input[name="vote"]').first().check();
      await page.locator('form:has(input[name="vote"]) button[type="submit"]').click();
      await expect(page.locator('input[name="vote"]')).toHaveCount(0);
      await takePictures(page, "voted");
      const member = await newSessionPage();
      await signIn(member.context(), "pro-user");
      await member.goto("/dashboard/adminHome", { waitUntil: "networkidle" });
      await takePictures(member, "dashboard");
    });
  });
