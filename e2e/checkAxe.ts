import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import { isNightly } from "../tools/test/testFiles.ts";

/** Minified, because pages parse it again after each navigation. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
/** The seventh and further rows of a list repeat the components of the first six: checked only nightly. */
const repeated = isNightly ? [] : ["tbody > tr:nth-child(n+7)", "main li:nth-child(n+7)"];

/** Rules that are off by default: new in WCAG 2.2, or tried out. */
const stricter = Object.fromEntries(
  ["target-size", "label-content-name-mismatch", "css-orientation-lock", "table-fake-caption", "td-has-header"].map(
    (rule) => [rule, { enabled: true }],
  ),
);

/** The bar, the sidebar and the footer: all screens of a role have the same. */
const frame = ["header:not(main *)", "aside", "footer:not(main *)"];

/**
 * Expects that axe finds nothing on the page, or in its open modal dialog, in light and in dark.
 * @param withFrame checks the page's frame, too; nightly it is checked on every page
 * @param isEmail checks no landmarks: mail readers show emails inside of their own page
 */
export async function checkAxe(page: Page, { withFrame = false, isEmail = false } = {}): Promise<void> {
  const exclude = withFrame || isNightly ? repeated : [...repeated, ...frame];
  const chosen = await page.locator(":root").getAttribute("data-theme");
  for (const colorScheme of ["dark", "light"] as const) {
    // Light is what pages have by default: each call draws the page again.
    await page.emulateMedia({ colorScheme: colorScheme === "dark" ? colorScheme : null });
    // The user's choice overrides the system's theme.
    if (chosen) await setTheme(page, colorScheme);
    expect(
      summarize(await analyze(page, colorScheme, { exclude, isEmail })),
      `axe in ${colorScheme} on ${page.url()}`,
    ).toEqual([]);
  }
  if (chosen) await setTheme(page, chosen);
}

/** Checks that texts have 7:1 in light and dark if the reader wants more contrast. */
export async function checkMoreContrast(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ contrast: "more", colorScheme });
    const found = await findViolations(page, ["color-contrast-enhanced"]);
    expect.soft(found, `${name}: more contrast, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ contrast: null, colorScheme: null });
}

/**
 * The violations of some of axe's rules, also of those that are off by default, on the page or in its open modal
 * dialog.
 */
export async function findViolations(page: Page, rules: string[]): Promise<{ id: string; at: string[] }[]> {
  return summarize(await run(page, repeated, { runOnly: { type: "rule", values: rules } }));
}

const summarize = (violations: axe.Result[]) =>
  violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html.slice(0, 200)) }));

async function setTheme(page: Page, theme: string): Promise<void> {
  await page.locator(":root").evaluate((element, value) => element.setAttribute("data-theme", value), theme);
}

/** Loads axe into the page, once: parsing it takes longer than running it. */
export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
}

/** The violations that axe finds; in dark only of color rules, because light checks all others. */
async function analyze(
  page: Page,
  colorScheme: "light" | "dark",
  { exclude, isEmail }: { exclude: string[]; isEmail: boolean },
): Promise<axe.Result[]> {
  return run(page, exclude, {
    rules: { ...stricter, ...(isEmail && { region: { enabled: false }, "landmark-one-main": { enabled: false } }) },
    ...(colorScheme === "dark" && { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }),
  });
}

/** Runs axe with these options on everything but `exclude`. */
async function run(page: Page, exclude: string[], options: axe.RunOptions): Promise<axe.Result[]> {
  await loadAxe(page);
  const all: axe.RunOptions = {
    resultTypes: ["violations"],
    // There are no cross-origin frames.
    iframes: false,
    // Needed only by rules that are off.
    preload: false,
    ...options,
  };
  return page.evaluate(
    async ([excluded, given]) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      // The page behind the dialog is checked without the dialog.
      const root = document.querySelector("dialog:modal") ?? document.documentElement;
      return (await here.run({ include: [root], exclude: excluded }, given)).violations;
    },
    [exclude, all] as const,
  );
}
