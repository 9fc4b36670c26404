/** In ms: longer than assistive technology takes to notice that the old page is gone. */
const NOTICED_MS = 500;

/** The focus that is to come: a later one takes its place. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Focuses the page's heading as soon as it is rendered, however long the page's code and data take, unless `isWanted`
 * returns false by then or the user has moved the focus: what they type into a field must not be lost. The focus moves
 * when assistive technology has left the old page: Orca moves its caret silently, and does not say a heading that the
 * caret is on already.
 */
export function focusHeading(isWanted: () => boolean): void {
  const before = document.activeElement;
  const hasMoved = () => ![before, document.body].includes(document.activeElement);
  const take = () => {
    if (hasMoved() || !isWanted()) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) {
      setTimeout(take, 50);
      return;
    }
    // Browsers leave the caret where the old page was: in what stands there now.
    getSelection()?.removeAllRanges();
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (!hasMoved() && isWanted()) heading.focus({ preventScroll: true });
    }, NOTICED_MS);
  };
  take();
}
