/** How long a page's heading is waited for, in milliseconds: it comes with the page's code or data. */
const WAIT_MS = 3000;

/** Puts the focus on the page's heading as soon as there is one, unless `isWanted` says by then that it isn't. */
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
