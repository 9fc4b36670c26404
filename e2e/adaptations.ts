import type { Page } from "@playwright/test";

/** The text spacing that people must be able to set without losing content (WCAG 1.4.12). */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`;

/** A phone's window, below the browser's own bars. */
export const PHONE = { width: 390, height: 664 };

/** The ways in which people adapt pages: in their browser, in their system, or with their own style sheets. */
export const adaptations = {
  /** 1280 × 1024 pixels at 400 %. */
  "at 400 % zoom": (page) => page.setViewportSize({ width: 320, height: 256 }),
  "with a font size of 32 px": async (page) => {
    await page.setViewportSize(PHONE);
    await setFontSize(page, 32);
  },
  "with more contrast": (page) => page.emulateMedia({ contrast: "more" }),
  "with forced colors": (page) => page.emulateMedia({ forcedColors: "active" }),
  "with reduced motion": (page) => page.emulateMedia({ reducedMotion: "reduce" }),
  "with wide spacing": async (page) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await addStyles(page, SPACING);
  },
} as const satisfies Record<string, (page: Page) => Promise<void>>;

/**
 * Sets the browser's default font size, as its preferences do: media queries grow with it, too. It lasts for the page,
 * until a screenshot of a page that is higher than the window.
 */
export async function setFontSize(page: Page, px: number): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Page.setFontSizes", { fontSizes: { standard: px } });
}

/** Adds a reader's style sheet to this page and to later ones in its tab, past the content security policy. */
async function addStyles(page: Page, css: string): Promise<void> {
  await page.addInitScript(adopt, css);
  await page.evaluate(adopt, css);
}

/** Runs an action while the page's texts are spaced as WCAG 1.4.12 says. */
export async function withSpacing(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(adopt, SPACING);
  await act();
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
}

/** Runs an action while the page's texts are twice as large, as the button for the text size makes them. */
export async function withLargeTexts(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.textSize = "largest";
  });
  await act();
  await page.evaluate(() => {
    delete document.documentElement.dataset.textSize;
  });
}

function adopt(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
