import { hostname } from "node:os";
import { describeHold } from "../clock/describeJumps.ts";
import type { Server } from "../http/server.ts";
import type { Writability } from "../http/writability.ts";
import { watchClock } from "./clock.sql.ts";
import { foldStoredTexts } from "./foldedTexts.sql.ts";
import { type OperationsSettings, serveOperations } from "./operations.routes.ts";

/** The interval at which the clocks are stored with the data, in milliseconds. */
const HEARTBEAT_MS = 60_000;

/** Serves the operator's page to admins, watches the clocks, and folds texts that aren't folded yet. */
export function startOperations(
  { app, registerEndpoint, database, jobs }: Server,
  { writability, ...settings }: OperationsSettings & { writability: Writability },
): void {
  const host = hostname();
  serveOperations(registerEndpoint, database, { ...settings, host });
  jobs.everyHour("folding texts for search", (run) => foldStoredTexts(database, run));
  let hasJumped = false;
  jobs.runRepeatedly("noting what the clocks show", HEARTBEAT_MS, async (run) => {
    // Nothing is written while a clock is held.
    const jumps = await writability.probe(
      () => watchClock(database, host, Date.now(), run),
      (found) => found.length === 0,
    );
    if (jumps.length > 0 && !hasJumped) app.log.error(describeHold(jumps));
    if (jumps.length === 0 && hasJumped) app.log.warn("the clocks are right again, or were confirmed: nothing is held");
    hasJumped = jumps.length > 0;
  });
}
