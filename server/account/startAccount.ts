import type { Server } from "../http/server.ts";
import { type AccountParts, serveAccount } from "./account.routes.ts";
import { removeLateComments } from "./deletion.sql.ts";

/** Serves people's own accounts, and removes comments that were stored while their account was deleted. */
export function startAccount({ registerEndpoint, database, jobs }: Server, parts: AccountParts): void {
  serveAccount(registerEndpoint, database, parts);
  jobs.everyHour("removing comments that deleted accounts left behind", () =>
    removeLateComments(database, database.forLists),
  );
}
