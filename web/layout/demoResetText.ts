import * as demoTexts from "@survey-app/texts/demoTexts.ts";

/** From this many minutes on, hours say enough. */
const HOURS_FROM = 90;

/** That this is a demo, and when it starts afresh. @param left until then, in milliseconds */
export function demoResetText(left: number): string {
  const minutes = Math.max(1, Math.ceil(left / 60_000));
  const { hour, minute } = demoTexts.startsAfresh;
  return minutes > HOURS_FROM ? hour(Math.round(minutes / 60)) : minute(minutes);
}
