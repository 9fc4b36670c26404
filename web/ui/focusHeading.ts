/** How long to wait for a page's heading, in ms: it is rendered when the page's code or data has loaded. */
const WAIT_MS = 3000;

/** Focuses the page's heading as soon as it is rendered, unless `isWanted` returns false by then. */
export function focusHeading(isWanted: () => boolean): void {
  const stopAt = Date.now() + WAIT_MS;
  const attempt = () => {
    if (!isWanted()) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading) heading.focus({ preventScroll: true });
    else if (Date.now() < stopAt) setTimeout(attempt, 50);
  };
  attempt();
}
