import type { Page } from "@playwright/test";

/**
 * Elements within others that must not contain them by the HTML standard. Browsers accept them from scripts, but a
 * parser of the same HTML moves them elsewhere, and assistive technology reads them unpredictably.
 */
export const findWrongNesting = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const blocks =
      "address, article, aside, blockquote, details, dialog, div, dl, fieldset, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, main, nav, ol, p, pre, section, table, ul";
    const phrasing = "button, span, p, h1, h2, h3, h4, h5, h6, label, strong, em, b, i, small, code, bdi, time, font";
    const interactive = "a[href], button, input, select, textarea, details";
    const children = {
      "ul, ol": "li, script, template",
      dl: "dt, dd, div, script, template",
      table: "caption, colgroup, thead, tbody, tfoot",
      "thead, tbody, tfoot": "tr",
      tr: "th, td",
      select: "option, optgroup, hr",
    };
    const name = (element: Element) => `<${element.localName} class="${element.getAttribute("class") ?? ""}">`;
    const found: string[] = [];
    const note = (outer: Element, inner: Element) => found.push(`${name(inner)} in ${name(outer)}`);
    for (const outer of document.body.querySelectorAll(phrasing))
      for (const inner of outer.querySelectorAll(blocks)) note(outer, inner);
    for (const outer of document.body.querySelectorAll("a[href], button"))
      for (const inner of outer.querySelectorAll(interactive)) note(outer, inner);
    for (const [outer, allowed] of Object.entries(children))
      for (const parent of document.body.querySelectorAll(outer))
        for (const child of parent.children) if (!child.matches(allowed)) note(parent, child);
    for (const summary of document.body.querySelectorAll("details > :not(:first-child)"))
      if (summary.localName === "summary" && summary.parentElement) note(summary.parentElement, summary);
    return [...new Set(found)];
  });
