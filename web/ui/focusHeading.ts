import { focusLater } from "./focusLater.ts";

/**
 * Focuses the page's heading as soon as it is rendered, however long the page's code and data take, unless `isWanted`
 * returns false by then or the user has moved the focus: what they type into a field must not be lost.
 */
export function focusHeading(isWanted: () => boolean): void {
  const before = document.activeElement;
  const take = () => {
    const hasMoved = document.activeElement !== before && document.activeElement !== document.body;
    if (hasMoved || !isWanted()) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading) focusLater(heading, { preventScroll: true });
    else setTimeout(take, 50);
  };
  take();
}
