/**
 * Acts when no press is under way: immediately, or when the pointer is released and its click is over. If the page
 * moves while a pointer is down, the element under it loses the press.
 */
export function afterPress(act: () => void): void {
  if (document.querySelector(":active"))
    addEventListener("mouseup", () => setTimeout(act), { once: true, capture: true });
  else act();
}
