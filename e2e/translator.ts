import type { Page } from "@playwright/test";

/** The ways in which translators put `font` elements in place of text nodes. */
export const waysToTranslate = ["replace", "addFirst", "wrap"] as const;
type Way = (typeof waysToTranslate)[number];

/** Translates the open page from now on, as browsers do: every present and future text. The words stay the same. */
export const translate = (page: Page, way: Way = "replace"): Promise<void> => page.evaluate(translatePage, way);

function translatePage(way: Way): void {
  const isLeftOut = ({ parentElement }: Text) =>
    !parentElement || parentElement.closest("font, script, style, svg, textarea, [translate=no]") !== null;

  function translateText(text: Text): void {
    const font = document.createElement("font");
    const inner = font.appendChild(document.createElement("font"));
    if (way === "wrap") {
      text.replaceWith(font);
      inner.append(text);
      return;
    }
    inner.append(text.data);
    if (way === "replace") text.replaceWith(font);
    else text.before(font);
    text.remove();
  }

  function translateAll(): void {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) if (text.data.trim() && !isLeftOut(text)) translateText(text);
  }

  translateAll();
  // Translators don't reach a new text immediately.
  let timer: ReturnType<typeof setTimeout> | undefined;
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(translateAll, 20);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
