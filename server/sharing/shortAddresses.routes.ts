import * as shortAddresses from "@survey-app/contract/sharing/shortAddresses.ts";
import { unlessClockHeld } from "../clock/heartbeat.sql.ts";
import type { Database } from "../database/database.ts";
import { orNotFound, orThrow } from "../http/apiError.ts";
import type { Server } from "../http/server.ts";
import { findShortAddresses, keepShortAddress, removeExpiredCodes, renewShortAddress } from "./shortAddresses.sql.ts";

/** Serves the short addresses of surveys, and deletes those that expired. */
export function startShortAddresses({ registerEndpoint, database, jobs }: Server): void {
  registerEndpoint(shortAddresses.listShortAddresses, async ({ params }) =>
    orNotFound(await findShortAddresses(database, params.id)),
  );

  registerEndpoint(shortAddresses.renewShortAddress, async ({ params, body: { kind }, currentUser }) => {
    const renew = (tx: Database) => renewShortAddress(tx, params.id, { kind, currentUser });
    return orNotFound(orThrow(await database.transaction(renew)));
  });

  registerEndpoint(shortAddresses.keepShortAddress, async ({ params }) => {
    await keepShortAddress(database, params.id);
    return orNotFound(await findShortAddresses(database, params.id));
  });

  jobs.everyHour(
    "removing expired short addresses",
    unlessClockHeld(database, () => removeExpiredCodes(database)),
  );
}
