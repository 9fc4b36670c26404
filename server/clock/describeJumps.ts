import type { ClockName } from "@survey-app/contract/ops/operations.ts";
import { isHeldBy, type Jump } from "./heartbeat.sql.ts";

const names: Record<ClockName, string> = { server: "This server's clock", database: "The database's clock" };

const written = (at: number) => new Date(at).toISOString();

/** A sentence about each clock that jumped, for the log and the command line. */
export const describeJumps = (jumps: readonly Jump[]): string =>
  jumps
    .map(({ of, from, to }) => `${names[of]} shows ${written(to)}; the last time noted was ${written(from)}.`)
    .join(" ");

const WHAT_TO_DO =
  "If the time is right, confirm it under Operations or by npm run admin -- clock. If not, set the clock right.";

/** The same, with its consequences and what to do. */
export function describeHold(jumps: readonly Jump[]): string {
  const effect = isHeldBy(jumps)
    ? "Until it is confirmed, no survey is closed at its deadline, and nothing is deleted because of its age."
    : "Nothing is on hold, but a clock that goes wrong can't be noticed until this is settled.";
  return `${describeJumps(jumps)} ${effect} ${WHAT_TO_DO}`;
}
