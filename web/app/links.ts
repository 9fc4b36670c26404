import type { QueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { isOffline } from "../api/noAnswer.ts";
import type { Settings } from "../api/state.ts";
import { findRoute, loadsStripe, prefetchPage } from "./routes.tsx";

/** How long a click waits for the next page's code before it shows a skeleton. */
const PATIENCE_MS = 150;

let lastMove: "back" | "forward" = "forward";
/** Counts clicks on links and changes of the address: a click that waits gives way to whatever came after it. */
let moves = 0;

/** Whether the current address was come to by Back or Forward. */
export const cameByBack = (): boolean => lastMove === "back";

/**
 * Links are plain `<a href>` everywhere; this makes those that lead to our own pages change the page without loading
 * the document anew, and fetches a page's code and data as soon as somebody reaches for its link.
 */
export function beginLinks(client: QueryClient, settings: Settings): void {
  addEventListener("popstate", () => {
    lastMove = "back";
    moves += 1;
  });
  addEventListener("pushState", () => {
    lastMove = "forward";
    moves += 1;
  });
  const reach = (event: Event) => {
    // Code that failed to load once may not be loaded again before a reload.
    const url = isOffline() ? null : ownPage(event, settings);
    if (url) prefetchPage(url, client).catch(() => undefined);
  };
  document.addEventListener("pointerover", reach, { passive: true });
  document.addEventListener("focusin", reach);
  document.addEventListener("touchstart", reach, { passive: true });
  document.addEventListener("click", (event) => {
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || hasModifier) return;
    const url = ownPage(event, settings);
    if (!url) return;
    event.preventDefault();
    void go(url, client);
  });
}

async function go(url: string, client: QueryClient): Promise<void> {
  moves += 1;
  const move = moves;
  if (!isOffline()) {
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([prefetchPage(url, client).catch(() => undefined), patience]);
  }
  if (move === moves) navigate(url);
}

/** Path and search of our own page that the event's link leads to, if it does and not to a place within this one. */
function ownPage(event: Event, settings: Settings): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return null;
  if (link.hash || !findRoute(link.pathname)) return null;
  // To and from the page that has a policy of its own, the browser goes by itself; offline it would get nowhere.
  if (!isOffline() && loadsStripe(link.pathname, settings) !== loadsStripe(location.pathname, settings)) return null;
  return link.pathname + link.search;
}
