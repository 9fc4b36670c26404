import * as cardTexts from "@survey-app/texts/cardTexts.ts";

/**
 * The label of the button of live numbers; empty while connecting, because it would move as soon as the page is live.
 */
export function liveAction(state: keyof typeof cardTexts.live): string {
  if (state === "connecting") return "";
  return state === "paused" ? cardTexts.resumeLive : cardTexts.pauseLive;
}
