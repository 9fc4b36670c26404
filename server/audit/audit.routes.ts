import * as audit from "@survey-app/contract/audit.ts";
import type { MainDatabase } from "../database/database.ts";
import type { Serve } from "../http/endpoints.ts";
import { listEntries } from "./audit.sql.ts";

export function serveAudit(serve: Serve, database: MainDatabase): void {
  serve(audit.list, ({ query }) => listEntries(database.forLists, query));
}
