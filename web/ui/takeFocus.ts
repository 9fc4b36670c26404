/**
 * Moves the focus to an element that replaces the part with the pressed button, and scrolls it into view. Also a ref.
 * @param element a control, or a group or region with a name. Orca would not say a heading or a paragraph: its caret
 *   moves silently to the first text in place of the removed part, and a text that the caret is on already is not said
 *   when it gets the focus.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  const isTall = element && element.offsetHeight > innerHeight;
  element?.scrollIntoView({ block: isTall ? "start" : "nearest" });
}
