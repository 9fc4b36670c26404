import { focusHeading } from "./focusHeading.ts";

/** The longest that a list takes to leave out a row after an action, in ms. */
const PATIENCE_MS = 2000;

/**
 * After an action that may remove the pressed button, for example with its row: moves the lost focus to the page's
 * heading. A closing dialog first returns the focus to the button, and the row disappears a moment later.
 */
export function catchLostFocus(): void {
  const end = Date.now() + PATIENCE_MS;
  const isLost = () => document.activeElement === document.body;
  const look = () => {
    if (isLost()) focusHeading(isLost);
    else if (Date.now() < end) setTimeout(look, 50);
  };
  setTimeout(look);
}
