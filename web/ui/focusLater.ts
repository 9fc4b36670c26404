/** In ms: longer than it takes until assistive technology has noticed that a part of the page is gone. */
const NOTICED_MS = 500;

/** The focus that is to come: a later one takes its place. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Focuses what takes the place of the part that had the focus, unless the focus moves meanwhile. Orca, noticing that this part is gone, silently
 * goes on where the caret is by then, or with what is first in the parent of this part; what it is at already, it does not say.
 */
export function focusLater(element: HTMLElement | null, options?: FocusOptions): void {
  const before = document.activeElement;
  // Browsers leave the caret where the part was: in what stands there now.
  getSelection()?.removeAllRanges();
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    // Browsers take it from what is hidden a moment later.
    const hasMoved = ![before, document.body].includes(document.activeElement);
    if (!hasMoved) element?.focus(options);
  }, NOTICED_MS);
}
