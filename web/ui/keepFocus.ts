/** The attributes by which two controls are the same one: its words, and where it leads. */
const MARKS = ["type", "name", "value", "href", "aria-label"];

/**
 * Makes a change that replaces elements by new ones that look alike, as React does with the server's HTML, and gives
 * the focus back to the control that had it. Otherwise the focus would fall to the page's start.
 */
export async function keepFocus(change: () => void): Promise<void> {
  const focused = document.activeElement;
  const place = focused ? twinsOf(focused).indexOf(focused) : -1;
  change();
  // React makes its change after this task's code.
  await Promise.resolve();
  if (!focused || focused.isConnected || document.activeElement !== document.body) return;
  const twin = twinsOf(focused)[place];
  if (twin instanceof HTMLElement) twin.focus({ preventScroll: true });
}

/** The elements that a reader can't tell from this one. */
function twinsOf(element: Element): Element[] {
  const isSame = (other: Element) =>
    other.textContent === element.textContent &&
    MARKS.every((mark) => other.getAttribute(mark) === element.getAttribute(mark));
  return [...document.querySelectorAll(element.localName)].filter(isSame);
}
