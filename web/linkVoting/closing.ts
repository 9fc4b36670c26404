import { serverNow } from "../api/api.ts";
import { part } from "../sharing/showTotals.ts";
import { clockText } from "../ui/clockText.ts";
import { AT } from "./laterTexts.ts";

/**
 * Counts the last hour down in place of the day on which voting ends, by the server's clock, as the walls of meetings
 * do.
 */
export function countDown(): void {
  const [when, left] = [part("when"), part("left")];
  const ends = Date.parse(when?.querySelector("time")?.dateTime ?? "");
  const words = left?.dataset.words;
  if (!when || !left || !words) return;
  const tick = () => {
    const seconds = Math.ceil((ends - serverNow()) / 1000);
    const isOver = seconds <= 0 || document.body.dataset.over !== undefined;
    when.hidden = !isOver;
    left.hidden = isOver;
    if (isOver) return;
    left.textContent = words.replace(AT, clockText(seconds));
    setTimeout(tick, 1000);
  };
  tick();
}
