import { focusLater } from "./focusLater.ts";

/** A ref: focuses the element when it has appeared, because the button that was pressed is gone with what it replaces. */
export const takeFocus = (element: HTMLElement | null): void => {
  if (element) focusLater(element);
};
