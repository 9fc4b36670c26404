import type { ResultLabel } from "../ballots/resultLabel.ts";
import { dayMonthYear } from "../text/time.ts";

/** The first and the last day on which people were asked, `to` is null while voting is open. */
export function votingDays({ from, to }: ResultLabel["asked"], timeZone: string): { from: string; to: string | null } {
  return { from: dayMonthYear(from, timeZone), to: to === null ? null : dayMonthYear(to, timeZone) };
}
