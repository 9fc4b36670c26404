import type { Page } from "@playwright/test";

/** What WCAG 1.4.12 has people set, without loss of content. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`;

/** A phone's window, below the browser's own bars. */
export const PHONE = { width: 390, height: 664 };

/** How people adapt pages to themselves: by their browser, their system, or style sheets of their own. */
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
 * Sets the browser's own default font size, as its preferences do: media queries grow with it, too. It lasts for the page, until a
 * screenshot of a page that is higher than the window.
 */
export async function setFontSize(page: Page, px: number): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Page.setFontSizes", { fontSizes: { standard: px } });
}

/** Adds a reader's style sheet to this page and to those that are loaded in it later, past the content security policy. */
async function addStyles(page: Page, css: string): Promise<void> {
  await page.addInitScript(adopt, css);
  await page.evaluate(adopt, css);
}

/** Does something in the page while its texts are spaced as WCAG 1.4.12 says. */
export async function withSpacing(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(adopt, SPACING);
  await act();
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
}

/** Does something in the page while its texts are twice as large, as the button for the text size makes them. */
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
