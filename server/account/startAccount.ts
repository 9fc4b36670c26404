import type { Server } from "../http/server.ts";
import { type AccountParts, serveAccount } from "./account.routes.ts";
import { removeLateData } from "./deletion.sql.ts";
import { type EmailLinkParts, serveEmailLinks } from "./emailLinks.routes.ts";
import { createPasswordCheck } from "./passwordCheck.ts";

/** Serves people's own accounts, and removes what was stored about accounts while they were deleted. */
export function startAccount(
  { registerEndpoint, database, jobs }: Server,
  parts: Omit<AccountParts & EmailLinkParts, "requirePassword">,
): void {
  const requirePassword = createPasswordCheck(database, parts);
  serveEmailLinks(registerEndpoint, database, { ...parts, requirePassword });
  serveAccount(registerEndpoint, database, { ...parts, requirePassword });
  jobs.everyHour("removing what deleted accounts left behind", (run) =>
    removeLateData(database, database.forLists, run),
  );
}
