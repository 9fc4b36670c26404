import * as demoTexts from "@survey-app/texts/demoTexts.ts";
import { startsAfresh } from "./startsAfresh.ts";

/** The reset may come this late, in ms, before the page says that it has happened. */
const LATE_MS = 5000;

const notice = document.querySelector<HTMLElement>("[data-demo-reset]");
const { demoReset, now } = notice?.dataset ?? {};
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
/** How far this machine's clock is behind the server's, in ms; unknown on a page that Back brings from the browser's cache. */
const behind = navigation?.type === "back_forward" ? 0 : Number(now) - Date.now();
const [sentence, status] = notice?.querySelectorAll("p") ?? [];
const reload = notice?.querySelector("button");

function tell(): void {
  const left = Number(demoReset) - Date.now() - behind;
  if (left > -LATE_MS) {
    const text = startsAfresh(left);
    if (sentence && sentence.textContent !== text) sentence.textContent = text;
    return;
  }
  clearInterval(timer);
  sentence?.remove();
  if (status) status.textContent = demoTexts.hasStarted;
  reload?.removeAttribute("hidden");
}

reload?.addEventListener("click", () => location.reload());
const timer = setInterval(tell, 1000);
