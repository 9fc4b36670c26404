import axe from "axe-core";
import { expect } from "vitest";

/**
 * Expects that axe finds nothing in the open dialog, or in the page's main part: names, roles, labels and their order.
 * Colors and sizes need a browser: `checkAxe` in the journeys.
 */
export async function expectAccessible(): Promise<void> {
  // axe keeps the document of its first run, so it is given elements instead of the page.
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.querySelector("main");
  if (!root) throw new Error("The page has neither a dialog nor a main part");
  // This DOM shows what is hidden.
  const exclude = [...root.querySelectorAll("[hidden]")];
  const { violations } = await axe.run({ include: [root], exclude } as never, {
    resultTypes: ["violations"],
    iframes: false,
    preload: false,
    rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } },
  });
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html.slice(0, 200)) }));
  expect(found, `axe on ${location.pathname}`).toEqual([]);
}
