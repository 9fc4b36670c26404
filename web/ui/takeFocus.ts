/** A ref: focuses the element when it appears, because the button that was pressed is gone with what it replaces. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
