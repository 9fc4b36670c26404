import type { ResultLabel } from "./resultLabel.ts";
import { shortDay } from "./time.ts";

/** The first and the last day on which people were asked, in words; `to` is null while voting is open. */
export function votingDays({ from, to }: ResultLabel["asked"], timeZone: string): { from: string; to: string | null } {
  return { from: shortDay(from, timeZone), to: to === null ? null : shortDay(to, timeZone) };
}
