/** In ms: longer than it takes until assistive technology has noticed that the old page is gone. */
const NOTICED_MS = 500;

/** The focus that is to come: a later one takes its place. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Focuses the page's heading as soon as it is rendered, however long the page's code and data take, unless `isWanted`
 * returns false by then or the user has moved the focus: what they type into a field must not be lost. The focus comes when assistive technology
 * is done with the old page: Orca, noticing that it is gone, silently goes on where the caret is, and does not say what it is at already.
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
      if (!hasMoved()) heading.focus({ preventScroll: true });
    }, NOTICED_MS);
  };
  take();
}
