import { join } from "node:path";
import { BY_SETTING, layOutSample, SAMPLES, SETTINGS } from "../server/testing/sampleEmails.ts";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { sidewaysScroll } from "./sidewaysScroll.ts";

const folder = process.env.SCREENSHOTS === "1" ? join(import.meta.dirname, "../screenshots") : null;

/** The settings whose emails differ most. All emails have the same parts, so axe only checks those of one setting. */
const shown = ["open vote, live", "confidential vote", "secret ballot"] as const;
const checked = /secret ballot$/;
const emails = [
  ...Object.entries(BY_SETTING).flatMap(([name, sample]) =>
    shown.map((setting) => [`${name}, ${setting}`, layOutSample(sample, SETTINGS[setting])] as const),
  ),
  ...Object.entries(SAMPLES).map(([name, sample]) => [name, layOutSample(sample)] as const),
];

test("every email is readable in light and dark, and fits a phone of 320 pixels", async ({ page }) => {
  test.setTimeout(180_000);
  const requested: string[] = [];
  await page.goto("about:blank");
  page.on("request", (request) => requested.push(request.url()));
  for (const [name, { html }] of emails)
    await test.step(name, async () => {
      await page.setContent(html);
      for (const width of [760, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await sidewaysScroll(page), `${name} at ${width} px`).toBe(0);
        const box = await page.locator('table[width="600"]').boundingBox();
        expect(Number(box?.width)).toBeLessThanOrEqual(Math.min(600, width));
        if (folder)
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            const path = join(folder, `email-${name.replaceAll(/[^\w]+/g, "-")}-${width}-${colorScheme}.png`);
            await page.screenshot({ path, fullPage: true });
          }
      }
      await page.emulateMedia({ colorScheme: null });
      if (checked.test(name)) await checkAxe(page, { isEmail: true });
    });
  // Neither pictures nor fonts, so no one learns that an email was opened.
  expect(requested).toEqual([]);
});

test("with a screen reader every email is an article with one heading, without the tables of its layout", async ({
  page,
}) => {
  await page.goto("about:blank");
  const session = await page.context().newCDPSession(page);
  for (const [name, { html }] of emails) {
    await page.setContent(html);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value));
    expect(roles, name).toContain("article");
    expect(
      roles.filter((role) => role === "heading"),
      name,
    ).toHaveLength(1);
    expect(
      roles.filter((role) => /table|row|cell|grid/i.test(role)),
      name,
    ).toEqual([]);
  }
});
