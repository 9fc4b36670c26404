import type { Page } from "@playwright/test";

/** What WCAG 1.4.12 has people set, without loss of content. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`;

/** How people adapt pages to themselves: by their browser, their system, or style sheets of their own. */
export const adaptations = {
  /** 1280 × 1024 pixels at 400 %. */
  "at 400 % zoom": (page) => page.setViewportSize({ width: 320, height: 256 }),
  "with texts of 32 px": async (page) => {
    await page.setViewportSize({ width: 640, height: 800 });
    // As the product's button keeps it. Where a browser's own texts are so large, media queries grow with them, as at 200 % zoom.
    await page.addInitScript(() => {
      if (location.protocol.startsWith("http")) localStorage.setItem("text-size", "largest");
    });
  },
  "with more contrast": (page) => page.emulateMedia({ contrast: "more" }),
  "with forced colors": (page) => page.emulateMedia({ forcedColors: "active" }),
  "with reduced motion": (page) => page.emulateMedia({ reducedMotion: "reduce" }),
  "with wide spacing": async (page) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await addStyles(page, SPACING);
  },
} as const satisfies Record<string, (page: Page) => Promise<void>>;

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
