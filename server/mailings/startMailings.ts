import { everyHour, runRepeatedly } from "../http/jobs.ts";
import type { Server } from "../http/server.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import { serveFollowing } from "./following.routes.ts";
import { addReminders, enqueueMailings } from "./mailings.sql.ts";
import { serveUnsubscribe, type Unsubscriber } from "./unsubscribe.ts";

/** Serves following and unsubscribing, and enqueues the emails to the people who vote, follow or are invited. */
export function startMailings(
  { app, registerEndpoint, database }: Server,
  { hashAddress, unsubscriber, pollMs }: { hashAddress: HashAddress; unsubscriber: Unsubscriber; pollMs: number },
): void {
  serveFollowing(registerEndpoint, database, hashAddress);
  serveUnsubscribe(app, database, unsubscriber);
  runRepeatedly(app, "enqueueing mailings", pollMs, () => enqueueMailings(database));
  everyHour(app, "reminding people of surveys that end soon", () => addReminders(database));
}
