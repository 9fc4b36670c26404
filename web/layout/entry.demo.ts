import * as demoTexts from "@survey-app/texts/demoTexts.ts";
import { demoResetText } from "./demoResetText.ts";

/**
 * The interval at which a page in view asks the server which demo runs, in ms. It asks immediately when it comes into
 * view, or when the app has asked for something.
 */
const ASK_EVERY_MS = 60_000;
const ADDRESS = new URL("/livez", location.href).href;

const notice = document.querySelector<HTMLElement>("[data-demo-reset]");
const { demoReset, now } = notice?.dataset ?? {};
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
/**
 * The lag of this machine's clock behind the server's, in ms; unknown on a page that Back brings from the browser's
 * cache.
 */
const behind = navigation?.type === "back_forward" ? 0 : Number(now) - Date.now();
const [sentence, status] = notice?.querySelectorAll("p") ?? [];
let askAt = 0;
let isOver = false;

async function ask(): Promise<void> {
  const response = await fetch(ADDRESS, { method: "HEAD" }).catch(() => null);
  const running = response?.headers.get("demo-reset");
  if (!notice || isOver || !running || running === demoReset) return;
  isOver = true;
  sentence?.remove();
  notice.dataset.over = "";
  notice.querySelector("a")?.removeAttribute("hidden");
  if (status) status.textContent = demoTexts.hasStarted;
  // The notice stays in view from now on, so the focused element must not be scrolled below it.
  document.documentElement.style.scrollPaddingTop = `calc(5.5rem + ${notice.offsetHeight}px)`;
}

function tick(): void {
  // The data on the former demo's page is gone: signing in leads home.
  if (isOver && /^\/(login|signup)$/.test(location.pathname) && location.search)
    history.replaceState(history.state, "", location.pathname);
  if (isOver) return;
  const text = demoResetText(Number(demoReset) - Date.now() - behind);
  if (sentence && sentence.textContent !== text) sentence.textContent = text;
  if (document.visibilityState === "hidden" || Date.now() < askAt) return;
  askAt = Date.now() + ASK_EVERY_MS;
  void ask();
}

function askSoon(): void {
  askAt = 0;
}

addEventListener("focus", askSoon);
document.addEventListener("visibilitychange", askSoon);
new PerformanceObserver((list) => {
  const requests = list.getEntriesByType("resource") as PerformanceResourceTiming[];
  if (requests.some(({ initiatorType, name }) => initiatorType === "fetch" && name !== ADDRESS)) askSoon();
}).observe({ type: "resource" });
setInterval(tick, 1000);
