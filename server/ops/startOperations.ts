import { hostname } from "node:os";
import { describeHold } from "../clock/describeJumps.ts";
import type { Server } from "../http/server.ts";
import type { Writability } from "../http/writability.ts";
import { watchClock } from "./clock.sql.ts";
import { foldStoredTexts } from "./foldedTexts.sql.ts";
import { type OperationsSettings, serveOperations } from "./operations.routes.ts";

/** How often the clocks are noted beside the data, in milliseconds. */
const HEARTBEAT_MS = 60_000;

/** Serves to admins what an operator has to watch, watches the clocks, and folds texts that are stored without it. */
export function startOperations(
  { app, registerEndpoint, database, jobs }: Server,
  { writability, ...settings }: OperationsSettings & { writability: Writability },
): void {
  const host = hostname();
  serveOperations(registerEndpoint, database, { ...settings, host });
  jobs.everyHour("folding texts for search", (run) => foldStoredTexts(database, run));
  let hasJumped = false;
  jobs.runRepeatedly("noting what the clocks show", HEARTBEAT_MS, async (run) => {
    // While a clock is held, nothing is written.
    const jumps = await writability.probe(
      () => watchClock(database, host, Date.now(), run),
      (found) => found.length === 0,
    );
    if (jumps.length > 0 && !hasJumped) app.log.error(describeHold(jumps));
    if (jumps.length === 0 && hasJumped) app.log.warn("the clocks are right again, or were confirmed: nothing is held");
    hasJumped = jumps.length > 0;
  });
}
