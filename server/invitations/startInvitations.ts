import { unlessClockHeld } from "../clock/heartbeat.sql.ts";
import type { Server } from "../http/server.ts";
import { removeOldCountedAddresses } from "../voters/countedAddresses.sql.ts";
import { type InvitationParts, serveInvitations } from "./invitations.routes.ts";

/** Serves invitations, and removes the hashes of counted addresses when they expire. */
export function startInvitations({ registerEndpoint, database, jobs }: Server, parts: InvitationParts): void {
  serveInvitations(registerEndpoint, database, parts);
  jobs.everyHour(
    "removing hashes of counted addresses",
    unlessClockHeld(database, () => removeOldCountedAddresses(database)),
  );
}
