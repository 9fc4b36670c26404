import { unlessClockHeld } from "../clock/heartbeat.sql.ts";
import type { Server } from "../http/server.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import { TRAIL_FAILED } from "../mail/trailedEmail.ts";
import { removeOldTrail } from "../voters/emailTrail.sql.ts";
import { serveFollowing } from "./following.routes.ts";
import { addReminders, enqueueMailings } from "./mailings.sql.ts";
import { serveUnsubscribe, type Unsubscriber } from "./unsubscribe.ts";

/** Serves following and unsubscribing, and enqueues the emails to the people who vote, follow or are invited. */
export function startMailings(
  { app, registerEndpoint, database, jobs }: Server,
  { hashAddress, unsubscriber, pollMs }: { hashAddress: HashAddress; unsubscriber: Unsubscriber; pollMs: number },
): void {
  serveFollowing(registerEndpoint, database, hashAddress);
  serveUnsubscribe(app, database, unsubscriber);
  const onTrailFailed = (error: unknown) => app.log.error({ reason: String(error) }, TRAIL_FAILED);
  jobs.runRepeatedly("enqueueing mailings", pollMs, (run) => enqueueMailings(database, run, onTrailFailed));
  jobs.everyHour(
    "removing the trail of old emails",
    unlessClockHeld(database, () => removeOldTrail(database)),
  );
  jobs.everyHour("reminding people of surveys that end soon", (run) => addReminders(database, run));
}
