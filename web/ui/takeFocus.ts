/**
 * Also a ref: focuses and shows the element when it has appeared, because the button that was pressed is gone with what it replaces. It is a
 * control, or a group or region with a name. A heading or a paragraph would not do: where a part of the page is gone, Orca silently goes on with
 * the first text in its place, and does not say this text when it gets the focus.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  const isTall = element && element.offsetHeight > innerHeight;
  element?.scrollIntoView({ block: isTall ? "start" : "nearest" });
}
