/**
 * Acts when no press is under way: at once, or when the pointer is released and its click is over. What moves the page while a pointer is
 * down takes the press away from what lies under it.
 */
export function afterPress(act: () => void): void {
  if (document.querySelector(":active"))
    addEventListener("mouseup", () => setTimeout(act), { once: true, capture: true });
  else act();
}
