/**
 * Focuses the page's heading as soon as it is rendered, however long the page's code and data take, unless `isWanted`
 * returns false by then.
 */
export function focusHeading(isWanted: () => boolean): void {
  if (!isWanted()) return;
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading) heading.focus({ preventScroll: true });
  else setTimeout(() => focusHeading(isWanted), 50);
}
