import * as demoTexts from "@survey-app/texts/demoTexts.ts";

/** From this many minutes on, hours say enough. */
const HOURS_FROM = 90;

/** A notice that this is a demo, and when it is reset. @param left the milliseconds until then */
export function demoResetText(left: number): string {
  const minutes = Math.max(1, Math.ceil(left / 60_000));
  const { hour, minute } = demoTexts.startsAfresh;
  return minutes > HOURS_FROM ? hour(Math.round(minutes / 60)) : minute(minutes);
}
