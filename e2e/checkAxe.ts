import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Expects that axe finds nothing on the page as it stands, in light and in dark. */
export async function checkAxe(page: Page): Promise<void> {
  const chosen = await page.locator(":root").getAttribute("data-theme");
  for (const colorScheme of ["light", "dark"] as const) {
    // Colours on their way from one scheme to the other have contrasts that nobody reads.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Somebody's choice on the page outweighs the system's.
    if (chosen) await setTheme(page, colorScheme);
    // Only what is wrong is written down in full. Legacy: in the page itself, twice as fast. The other mode is for frames of other origins, which we do not have.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
    // Whatever is not about colours has been found in light.
    if (colorScheme === "dark") axe.withRules(["color-contrast", "link-in-text-block"]);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map(({ html }) => html.slice(0, 200)),
    }));
    expect(found, `axe in ${colorScheme} on ${page.url()}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (chosen) await setTheme(page, chosen);
}

async function setTheme(page: Page, theme: string): Promise<void> {
  await page.locator(":root").evaluate((element, value) => element.setAttribute("data-theme", value), theme);
}
