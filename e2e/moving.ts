import type { Page } from "@playwright/test";

/** The elements with a transition or an animation, which move although people want less motion. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll("*"))
      for (const pseudo of [null, "::before", "::after"]) {
        const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element, pseudo);
        if (/[1-9]/.test(transitionDuration) || animationName !== "none" || scrollBehavior === "smooth")
          found.add(`${element.tagName} ${element.getAttribute("class")} ${pseudo ?? ""}`);
      }
    return [...found];
  });
}
