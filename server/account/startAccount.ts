import type { Server } from "../http/server.ts";
import { type AccountParts, serveAccount } from "./account.routes.ts";
import { removeLateData } from "./deletion.sql.ts";
import { type EmailLinkParts, serveEmailLinks } from "./emailLinks.routes.ts";
import { serveErasure } from "./erasure.routes.ts";
import { eraseDue } from "./erasure.sql.ts";
import { type GuestParts, serveGuests } from "./guests.routes.ts";
import { deleteDueGuests } from "./guests.sql.ts";
import { createPasswordCheck } from "./passwordCheck.ts";

/**
 * Serves people's own accounts and guests, deletes guests whose surveys closed long ago and
 * accounts that admins decided to delete, and removes what was stored about accounts
 * while they were deleted.
 */
export function startAccount(
  { app, registerEndpoint, database, jobs }: Server,
  parts: Omit<AccountParts & EmailLinkParts & GuestParts, "requirePassword">,
): void {
  const requirePassword = createPasswordCheck(database, parts);
  serveEmailLinks(registerEndpoint, database, { ...parts, requirePassword });
  serveAccount(registerEndpoint, database, { ...parts, requirePassword });
  serveGuests(registerEndpoint, database, parts);
  serveErasure(registerEndpoint, database, parts);
  jobs.everyHour("deleting guests whose surveys closed long ago", async (run) => {
    const deleted = await deleteDueGuests(database, { record: parts.record, onDeleted: parts.afterDeletion, run });
    if (deleted > 0) app.log.info({ deleted }, "guests were deleted with their surveys");
  });
  jobs.everyHour("deleting accounts as admins decided", async (run) => {
    const { countedAddressKey, registration, afterDeletion: onDeleted } = parts;
    const deleted = await eraseDue(database, { countedAddressKey, registration, onDeleted, run });
    if (deleted > 0) app.log.info({ deleted }, "accounts were deleted as admins decided");
  });
  jobs.everyHour("removing what deleted accounts left behind", (run) =>
    removeLateData(database, database.forLists, run),
  );
}
