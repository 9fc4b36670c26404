import type { Page } from "@playwright/test";

/** Pages without a column and a heading below the bar, because they fill the window or aren't pages of the site. */
const WITHOUT_COLUMN = ".presentation, body:not(:has(> header.bar)), .banner";

/**
 * The parts of a page that differ from all other pages (web/ui/columns.css, choice.css, buttonLook.ts): a column of a
 * fourth width, content that begins elsewhere, a button of a third height, a different look for a selected choice.
 */
export const findDrift = (page: Page): Promise<string[]> =>
  page.evaluate((withoutColumn) => {
    const found: string[] = [];
    const name = (element: Element) =>
      `${element.localName} "${(element.textContent || element.getAttribute("aria-label") || "").trim().slice(0, 30)}"`;
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const isPhone = innerWidth < 40 * rem;

    const heading = [...document.querySelectorAll("main h1")].find(isVisible);
    const column = heading?.closest(".frame, .frame-read, .frame-form");
    if (!document.querySelector(withoutColumn)) {
      if (column) checkColumn(column);
      else found.push("The heading is in no column of columns.css.");
    }

    function checkColumn(of: Element) {
      const { paddingLeft, paddingRight, paddingTop } = getComputedStyle(of);
      const [left, right] = [Number.parseFloat(paddingLeft), Number.parseFloat(paddingRight)];
      const width = Math.round(of.clientWidth - left - right);
      const fitting = [30, 44, 71].map((each) => Math.round(Math.min(each * rem, innerWidth - left - right)));
      const isNested = of.closest("[data-dashboard]") !== null;
      if (!isNested && !fitting.includes(width)) found.push(`The column is ${width} px wide.`);
      const isDashboard = document.querySelector("[data-dashboard]") !== null;
      const begins = of.getBoundingClientRect().top + scrollY + Number.parseFloat(paddingTop);
      const wanted = isPhone ? 80 : isDashboard ? 96 : 120;
      if (!isNested && begins !== wanted) found.push(`The column begins at ${begins} px.`);
      const first = firstContent(of.querySelector("[data-dashboard]") ?? of);
      if (first && first.top + scrollY - wanted > 12)
        found.push(`The first content begins at ${first.top + scrollY} px.`);
    }

    /** The first text, picture or control of a column. */
    function firstContent(within: Element): DOMRect | undefined {
      const walker = document.createTreeWalker(within, NodeFilter.SHOW_ALL);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node instanceof Element ? node : node.parentElement;
        if (!element || element.closest("aside, .sr-only, meta, script") || !isVisible(element)) continue;
        if (element.matches("img, svg, a, button, input, [aria-hidden]")) return element.getBoundingClientRect();
        if (node instanceof Text && node.data.trim()) {
          const range = document.createRange();
          range.selectNode(node);
          return range.getBoundingClientRect();
        }
      }
      return undefined;
    }

    // An element with a button's corners and weight counts as one.
    for (const button of document.querySelectorAll(".rounded-lg.font-semibold.shrink-0, .rounded-full.choice")) {
      if (!isVisible(button) || !button.matches("button, a, label")) continue;
      const { height } = button.getBoundingClientRect();
      const isOneLine = Number.parseFloat(getComputedStyle(button).lineHeight) * 2 > button.clientHeight - 8;
      if (isOneLine && ![36, 44].includes(Math.round(height * 10) / 10))
        found.push(`${name(button)} is ${height} px high.`);
    }

    const color = (role: string) => {
      const probe = document.createElement("i");
      probe.style.background = `var(--color-${role})`;
      document.body.append(probe);
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return backgroundColor;
    };
    const [accent, soft] = [color("accent"), color("accent-soft")];
    const answers = ["yes-soft", "no-soft", "sunken"].map(color);
    for (const selected of document.querySelectorAll(
      '[aria-current]:not([aria-current="false"]), [aria-selected="true"], [aria-pressed="true"], .choice:has(:checked)',
    )) {
      if (!isVisible(selected)) continue;
      const look = getComputedStyle(selected);
      const isUnderlined =
        (look.textDecorationLine === "underline" && look.textDecorationColor === accent) ||
        (look.borderBottomWidth === "2px" && look.borderBottomColor === accent);
      const isFilled =
        look.backgroundColor === soft || (selected.matches("[data-tone]") && answers.includes(look.backgroundColor));
      if (!isUnderlined && !isFilled) found.push(`${name(selected)} is selected in a look of its own.`);
    }
    // A radio button in a box of its own is a choice.
    for (const radio of document.querySelectorAll('[type="radio"]')) {
      const box = radio.closest("label, .group");
      if (box && isVisible(box) && getComputedStyle(box).borderTopWidth !== "0px" && !box.matches(".choice"))
        found.push(`${name(box)} is no choice of choice.css.`);
    }
    return found;
  }, WITHOUT_COLUMN);
