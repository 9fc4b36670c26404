import type { PageSettings } from "@survey-app/contract/pageSettings.ts";
import { isLanguage } from "@survey-app/texts/languages.ts";
import type { QueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { isOffline } from "../api/noResponse.ts";
import { toastFailure } from "../api/toastFailure.ts";
import { countMove } from "../routing/moves.ts";
import { findRoute, loadsStripe, prefetchPage } from "./routes.tsx";

/** The longest that a click waits for the next page's code before it shows a skeleton, in ms. */
const PATIENCE_MS = 150;

let lastMove: "back" | "forward" = "forward";

/** Whether the current URL was reached by Back or Forward. */
export const cameByBack = (): boolean => lastMove === "back";

/**
 * Links are plain `<a href>` everywhere. This handles clicks on those that lead to our own pages without reloading the
 * document, and prefetches a page's code and data when a link is pointed at or focused.
 */
export function handleLinks(client: QueryClient, settings: PageSettings): void {
  addEventListener("popstate", () => {
    lastMove = "back";
    countMove();
  });
  addEventListener("pushState", () => {
    lastMove = "forward";
    countMove();
  });
  const reach = (event: Event) => {
    // Code that failed to load once can't be imported again before a reload.
    const url = isOffline() ? null : ownPage(event, settings);
    if (url) prefetchPage(url, client).catch(() => undefined);
  };
  document.addEventListener("pointerover", reach, { passive: true });
  document.addEventListener("focusin", reach);
  document.addEventListener("touchstart", reach, { passive: true });
  document.addEventListener("click", (event) => {
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || hasModifier) return;
    const language =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[hreflang]")?.hreflang;
    const url = ownPage(event, settings);
    if (!url && !language) return;
    event.preventDefault();
    if (language && isLanguage(language))
      import("../session/chooseLanguage.ts").then(({ chooseLanguage }) => chooseLanguage(language), toastFailure);
    else if (url) void go(url, client);
  });
}

async function go(url: string, client: QueryClient): Promise<void> {
  const isOutdated = countMove();
  if (!isOffline()) {
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([prefetchPage(url, client).catch(() => undefined), patience]);
  }
  if (!isOutdated()) navigate(url);
}

/**
 * Path and query string of our own page that the link leads to; null for other links and for fragments of this page.
 */
function ownPage(event: Event, settings: PageSettings): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return null;
  if (link.hash || !findRoute(link.pathname)) return null;
  // The browser itself loads pages with another content security policy; offline that would fail.
  if (!isOffline() && loadsStripe(link.pathname, settings) !== loadsStripe(location.pathname, settings)) return null;
  return link.pathname + link.search;
}
